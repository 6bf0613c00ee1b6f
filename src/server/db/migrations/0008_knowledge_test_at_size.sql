CREATE TABLE "test_feedback_marks" (
	"ordinal" bigint PRIMARY KEY NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"feedback_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_policy_tallies" (
	"configuration_id" uuid NOT NULL,
	"policy_id" text NOT NULL,
	"text" text NOT NULL,
	"candidate_name" text,
	"asked_at" timestamp with time zone NOT NULL,
	"guesses" bigint NOT NULL,
	"wrong_guesses" bigint NOT NULL,
	CONSTRAINT "test_policy_tallies_configuration_id_policy_id_pk" PRIMARY KEY("configuration_id","policy_id")
);
--> statement-breakpoint
CREATE TABLE "test_tallies" (
	"configuration_id" uuid NOT NULL,
	"age" text NOT NULL,
	"gender" text NOT NULL,
	"bucket" integer NOT NULL,
	"sessions" bigint NOT NULL,
	"accuracy" numeric NOT NULL,
	"response_time_ms" bigint NOT NULL,
	"timed_guesses" bigint NOT NULL,
	CONSTRAINT "test_tallies_configuration_id_age_gender_bucket_pk" PRIMARY KEY("configuration_id","age","gender","bucket")
);
--> statement-breakpoint
ALTER TABLE "test_sessions" ADD COLUMN "tallied" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "test_policy_tallies" ADD CONSTRAINT "test_policy_tallies_configuration_id_test_configurations_id_fk" FOREIGN KEY ("configuration_id") REFERENCES "public"."test_configurations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_tallies" ADD CONSTRAINT "test_tallies_configuration_id_test_configurations_id_fk" FOREIGN KEY ("configuration_id") REFERENCES "public"."test_configurations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "test_sessions_untallied" ON "test_sessions" USING btree ("configuration_id","id") WHERE "test_sessions"."completed_at" is not null and not "test_sessions"."tallied" and "test_sessions"."configuration_id" is not null;