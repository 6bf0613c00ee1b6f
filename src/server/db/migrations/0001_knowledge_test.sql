CREATE TABLE "test_feedback" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"text" text NOT NULL,
	"key" text,
	"submitted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_guesses" (
	"session_id" uuid NOT NULL,
	"policy_id" text NOT NULL,
	"candidate_id" text NOT NULL,
	"correct" boolean NOT NULL,
	"response_time_ms" integer NOT NULL,
	"key" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "test_guesses_session_id_policy_id_pk" PRIMARY KEY("session_id","policy_id")
);
--> statement-breakpoint
CREATE TABLE "test_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"configuration_id" uuid,
	"candidate1" jsonb NOT NULL,
	"candidate2" jsonb NOT NULL,
	"policies" jsonb NOT NULL,
	"salt" text NOT NULL,
	"start_key" text,
	"fingerprint" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"complete_key" text,
	"age" text,
	"gender" text,
	CONSTRAINT "test_sessions_start_key" UNIQUE("start_key")
);
--> statement-breakpoint
ALTER TABLE "test_feedback" ADD CONSTRAINT "test_feedback_session_id_test_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."test_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_guesses" ADD CONSTRAINT "test_guesses_session_id_test_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."test_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_sessions" ADD CONSTRAINT "test_sessions_configuration_id_test_configurations_id_fk" FOREIGN KEY ("configuration_id") REFERENCES "public"."test_configurations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "test_feedback_key" ON "test_feedback" USING btree ("session_id","key");--> statement-breakpoint
CREATE INDEX "test_feedback_submitted" ON "test_feedback" USING btree ("submitted_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "test_guesses_key" ON "test_guesses" USING btree ("session_id","key");--> statement-breakpoint
CREATE INDEX "test_sessions_configuration" ON "test_sessions" USING btree ("configuration_id","completed_at");--> statement-breakpoint
CREATE INDEX "test_sessions_unfinished" ON "test_sessions" USING btree ("started_at") WHERE "test_sessions"."completed_at" is null;