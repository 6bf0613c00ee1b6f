CREATE TABLE "catalogue_changes" (
	"changes" bigint NOT NULL
);--> statement-breakpoint
CREATE FUNCTION "note_catalogue_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "catalogue_changes" ("changes") VALUES (1);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "elections_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "elections" FOR EACH STATEMENT EXECUTE FUNCTION "note_catalogue_change"();--> statement-breakpoint
CREATE TRIGGER "candidates_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "candidates" FOR EACH STATEMENT EXECUTE FUNCTION "note_catalogue_change"();--> statement-breakpoint
CREATE TRIGGER "candidate_elections_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "candidate_elections" FOR EACH STATEMENT EXECUTE FUNCTION "note_catalogue_change"();--> statement-breakpoint
CREATE TRIGGER "compare_quizzes_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "compare_quizzes" FOR EACH STATEMENT EXECUTE FUNCTION "note_catalogue_change"();--> statement-breakpoint
CREATE TRIGGER "compare_quiz_candidates_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "compare_quiz_candidates" FOR EACH STATEMENT EXECUTE FUNCTION "note_catalogue_change"();--> statement-breakpoint
CREATE TRIGGER "policies_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "policies" FOR EACH STATEMENT EXECUTE FUNCTION "note_catalogue_change"();--> statement-breakpoint
CREATE TRIGGER "category_weights_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "category_weights" FOR EACH STATEMENT EXECUTE FUNCTION "note_catalogue_change"();--> statement-breakpoint
CREATE TRIGGER "test_configurations_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "test_configurations" FOR EACH STATEMENT EXECUTE FUNCTION "note_catalogue_change"();--> statement-breakpoint
CREATE TRIGGER "settings_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "settings" FOR EACH STATEMENT EXECUTE FUNCTION "note_catalogue_change"();
