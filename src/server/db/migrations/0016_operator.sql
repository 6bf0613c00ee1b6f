CREATE TABLE "operator" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"contact" text NOT NULL,
	"text" text,
	"revised" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "operator_one" CHECK ("operator"."id" = 1)
);
--> statement-breakpoint
CREATE TRIGGER "operator_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "operator" FOR EACH STATEMENT EXECUTE FUNCTION "note_catalogue_change"();
