CREATE TABLE "attempt_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attempt_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"attempt_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text,
	"fingerprint" text NOT NULL,
	"kind" text NOT NULL,
	"policy_id" text,
	"value" integer,
	"selected" jsonb,
	"response_time_ms" integer,
	"stream" text,
	"seq" bigint,
	"applied" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"compare_quiz_id" uuid,
	"election_id" uuid,
	"quiz_name" text NOT NULL,
	"election_name" text NOT NULL,
	"quiz_type" text NOT NULL,
	"status" text NOT NULL,
	"seed" text NOT NULL,
	"statements" jsonb NOT NULL,
	"candidates" jsonb NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"superseded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"actor_id" uuid,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "candidate_elections" (
	"candidate_id" uuid NOT NULL,
	"election_id" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "candidate_elections_candidate_id_election_id_pk" PRIMARY KEY("candidate_id","election_id")
);
--> statement-breakpoint
CREATE TABLE "candidates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"party" text,
	"website" text,
	"logo" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "category_weights" (
	"category" text PRIMARY KEY NOT NULL,
	"weight" double precision NOT NULL,
	"default_weight" double precision NOT NULL,
	"source" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "category_weights_weight" CHECK ("category_weights"."weight" > 0)
);
--> statement-breakpoint
CREATE TABLE "compare_quiz_candidates" (
	"compare_quiz_id" uuid NOT NULL,
	"candidate_id" uuid NOT NULL,
	CONSTRAINT "compare_quiz_candidates_compare_quiz_id_candidate_id_pk" PRIMARY KEY("compare_quiz_id","candidate_id")
);
--> statement-breakpoint
CREATE TABLE "compare_quizzes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"election_id" uuid NOT NULL,
	"quiz_type" text NOT NULL,
	"start_date" date,
	"end_date" date,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "elections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"election_date" date NOT NULL,
	"jurisdiction" text NOT NULL,
	"state" text,
	"county" text,
	"city" text,
	"zip_code" text,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"name" text PRIMARY KEY NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"candidate_id" uuid NOT NULL,
	"text" text NOT NULL,
	"category" text NOT NULL,
	"importance" double precision DEFAULT 1 NOT NULL,
	"validation_status" text NOT NULL,
	"clarity_score" double precision,
	"complexity_level" integer,
	"source" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "policies_importance" CHECK ("policies"."importance" > 0)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_configurations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"candidate1_id" uuid NOT NULL,
	"candidate2_id" uuid NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "test_configurations_pair" CHECK ("test_configurations"."candidate1_id" <> "test_configurations"."candidate2_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"roles" text[] NOT NULL,
	"token_version" integer DEFAULT 1 NOT NULL,
	"register_key" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_username_key" UNIQUE("username_key"),
	CONSTRAINT "users_email_key" UNIQUE("email_key"),
	CONSTRAINT "users_register_key" UNIQUE("register_key")
);
--> statement-breakpoint
ALTER TABLE "attempt_events" ADD CONSTRAINT "attempt_events_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_events" ADD CONSTRAINT "attempt_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_compare_quiz_id_compare_quizzes_id_fk" FOREIGN KEY ("compare_quiz_id") REFERENCES "public"."compare_quizzes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidate_elections" ADD CONSTRAINT "candidate_elections_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidate_elections" ADD CONSTRAINT "candidate_elections_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compare_quiz_candidates" ADD CONSTRAINT "compare_quiz_candidates_compare_quiz_id_compare_quizzes_id_fk" FOREIGN KEY ("compare_quiz_id") REFERENCES "public"."compare_quizzes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compare_quiz_candidates" ADD CONSTRAINT "compare_quiz_candidates_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compare_quizzes" ADD CONSTRAINT "compare_quizzes_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_configurations" ADD CONSTRAINT "test_configurations_candidate1_id_candidates_id_fk" FOREIGN KEY ("candidate1_id") REFERENCES "public"."candidates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_configurations" ADD CONSTRAINT "test_configurations_candidate2_id_candidates_id_fk" FOREIGN KEY ("candidate2_id") REFERENCES "public"."candidates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attempt_events_key" ON "attempt_events" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "attempt_events_fold" ON "attempt_events" USING btree ("attempt_id","kind","policy_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_one_live" ON "attempts" USING btree ("user_id","compare_quiz_id") WHERE "attempts"."status" = 'IN_PROGRESS' and "attempts"."superseded_at" is null;--> statement-breakpoint
CREATE INDEX "attempts_user" ON "attempts" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE INDEX "attempts_quiz" ON "attempts" USING btree ("compare_quiz_id");--> statement-breakpoint
CREATE INDEX "audit_target" ON "audit" USING btree ("target");--> statement-breakpoint
CREATE INDEX "candidate_elections_election" ON "candidate_elections" USING btree ("election_id");--> statement-breakpoint
CREATE INDEX "compare_quiz_candidates_candidate" ON "compare_quiz_candidates" USING btree ("candidate_id");--> statement-breakpoint
CREATE INDEX "compare_quizzes_election" ON "compare_quizzes" USING btree ("election_id");--> statement-breakpoint
CREATE INDEX "policies_candidate" ON "policies" USING btree ("candidate_id","validation_status");--> statement-breakpoint
CREATE UNIQUE INDEX "test_configurations_one_active" ON "test_configurations" USING btree ("active") WHERE "test_configurations"."active";