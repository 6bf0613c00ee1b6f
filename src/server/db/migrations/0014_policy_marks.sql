ALTER TABLE "policies" ADD COLUMN "set_by_hand" text[];--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "validation_override" jsonb;