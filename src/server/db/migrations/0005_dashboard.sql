CREATE INDEX "attempt_events_user" ON "attempt_events" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "policies_to_review" ON "policies" USING btree ("candidate_id") WHERE "policies"."deleted_at" is null and "policies"."validation_status" in ('PENDING', 'NEEDS_REVIEW');--> statement-breakpoint
CREATE INDEX "candidates_deleted" ON "candidates" USING btree ("deleted_at") WHERE "candidates"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "compare_quizzes_deleted" ON "compare_quizzes" USING btree ("deleted_at") WHERE "compare_quizzes"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "elections_deleted" ON "elections" USING btree ("deleted_at") WHERE "elections"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "policies_deleted" ON "policies" USING btree ("deleted_at") WHERE "policies"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "users_deleted" ON "users" USING btree ("deleted_at") WHERE "users"."deleted_at" is not null;
