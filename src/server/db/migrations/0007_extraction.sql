CREATE TABLE "extractions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"candidate_id" uuid NOT NULL,
	"status" text NOT NULL,
	"stage" text,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"fingerprint" text NOT NULL,
	"source_id" uuid,
	"result" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"alive_at" timestamp with time zone NOT NULL,
	"saved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "policy_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"candidate_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"url" text,
	"title" text,
	"text" text NOT NULL,
	"blocks" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "quote" text;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "quote_start" integer;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "source_url" text;--> statement-breakpoint
ALTER TABLE "extractions" ADD CONSTRAINT "extractions_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extractions" ADD CONSTRAINT "extractions_source_id_policy_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."policy_sources"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_sources" ADD CONSTRAINT "policy_sources_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "extractions_candidate" ON "extractions" USING btree ("candidate_id","created_at");--> statement-breakpoint
CREATE INDEX "extractions_created" ON "extractions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "extractions_source" ON "extractions" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "policy_sources_candidate" ON "policy_sources" USING btree ("candidate_id");--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_source_id_policy_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."policy_sources"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_completed" ON "attempts" USING btree ("completed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "attempts"."status" = 'COMPLETED';--> statement-breakpoint
CREATE INDEX "policies_source" ON "policies" USING btree ("source_id");