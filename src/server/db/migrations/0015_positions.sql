CREATE TABLE "positions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"policy_id" uuid NOT NULL,
	"candidate_id" uuid NOT NULL,
	"value" integer NOT NULL,
	"quote" text,
	"source" text,
	"url" text,
	"note" text,
	"status" text NOT NULL,
	"given_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revised" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "positions_value" CHECK ("positions"."value" between -2 and 2)
);
--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "background" text;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "background_source" text;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_policy_id_policies_id_fk" FOREIGN KEY ("policy_id") REFERENCES "public"."policies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "positions_cell" ON "positions" USING btree ("policy_id","candidate_id");--> statement-breakpoint
CREATE INDEX "positions_candidate" ON "positions" USING btree ("candidate_id");--> statement-breakpoint
CREATE INDEX "positions_deleted" ON "positions" USING btree ("deleted_at") WHERE "positions"."deleted_at" is not null;--> statement-breakpoint
CREATE TRIGGER "positions_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "positions" FOR EACH STATEMENT EXECUTE FUNCTION "note_catalogue_change"();
