ALTER TABLE "category_weights" ADD COLUMN "revised" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "bias_score" double precision;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "effectiveness_score" double precision;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "priority" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "priority_source" text;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "keywords" text[] DEFAULT '{}' NOT NULL;