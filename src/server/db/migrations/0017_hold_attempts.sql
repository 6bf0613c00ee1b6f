CREATE FUNCTION "hold_attempts"("calls" jsonb, "waits" boolean) RETURNS TABLE (
	"held" integer, "used" json, "version" integer, "roles" text[], "deleted" boolean, "busy" boolean,
	"id" uuid, "quiz_id" uuid, "quiz_type" text, "seed" text, "formula" integer, "superseded" boolean,
	"statements" jsonb, "events" json
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
	call record;
	own record;
	name text;
BEGIN
	FOR call IN SELECT * FROM jsonb_to_recordset(calls)
		AS c("userId" uuid, "attemptId" uuid, "stream" text, "knows" boolean, "keys" text[], "names" text[])
	LOOP
		held := 0;
		FOREACH name IN ARRAY call."names" LOOP
			EXIT WHEN NOT pg_try_advisory_xact_lock(hashtextextended(name, 0));
			held := held + 1;
		END LOOP;
		IF waits THEN
			SELECT a."id", a."compare_quiz_id", a."quiz_type", a."seed", a."formula", a."superseded_at",
				CASE WHEN NOT call."knows" THEN a."statements" END AS "statements" INTO own
			FROM "attempts" a WHERE a."id" = call."attemptId" AND a."user_id" = call."userId" FOR UPDATE;
			busy := false;
		ELSE
			SELECT a."id", a."compare_quiz_id", a."quiz_type", a."seed", a."formula", a."superseded_at",
				CASE WHEN NOT call."knows" THEN a."statements" END AS "statements" INTO own
			FROM "attempts" a WHERE a."id" = call."attemptId" AND a."user_id" = call."userId" FOR UPDATE SKIP LOCKED;
			busy := NOT FOUND AND EXISTS (
				SELECT FROM "attempts" a WHERE a."id" = call."attemptId" AND a."user_id" = call."userId"
			);
		END IF;
		id := own."id";
		quiz_id := own."compare_quiz_id";
		quiz_type := own."quiz_type";
		seed := own."seed";
		formula := own."formula";
		superseded := own."superseded_at" IS NOT NULL;
		statements := own."statements";
		SELECT u."token_version", u."roles", u."deleted_at" IS NOT NULL INTO version, roles, deleted
		FROM "users" u WHERE u."id" = call."userId";
		SELECT json_agg(json_build_object(
			'key', e."key", 'eventId', e."id", 'attemptId', e."attempt_id", 'fingerprint', e."fingerprint"
		)) INTO used
		FROM "attempt_events" e WHERE e."user_id" = call."userId" AND e."key" = ANY (call."keys");
		SELECT json_agg(json_build_object(
			'id', e."id", 'kind', e."kind", 'policyId', e."policy_id", 'value', e."value", 'selected', e."selected",
			'place', e."place")) INTO events
		FROM (
			SELECT DISTINCT ON (f."kind", f."policy_id") f."id", f."kind", f."policy_id", f."value", f."selected",
				max(f."seq") FILTER (WHERE f."stream" = call."stream")
					OVER (PARTITION BY f."kind", f."policy_id") AS "place"
			FROM "attempt_events" f WHERE f."attempt_id" = own."id" AND f."applied"
			ORDER BY f."kind", f."policy_id", f."id" DESC
		) e;
		RETURN NEXT;
	END LOOP;
END $$;
