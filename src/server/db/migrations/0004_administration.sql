-- The words of a text for a search by their beginnings: without accents and punctuation, in small letters. Capitals
-- beyond ASCII are replaced one by one, because databases disagree about them. src/server/db/search.ts takes a term apart
-- by the same rules.
CREATE FUNCTION search_words("words" text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT array_to_tsvector(array(
		SELECT left("word", 100)
		FROM string_to_table(
			regexp_replace(
				lower(translate(
					regexp_replace(normalize("words", NFD), '[\u0300-\u036f]+', '', 'g'),
					'ÆÐØÞøĐđĦıĲĿŁłŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǄǅǇǈǊǋǤǱǲǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
					'æðoþoddħiĳŀllŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǆǆǉǉǌǌǥǳǳƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωσϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ'
				) COLLATE "C"),
				'[\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+',
				' ',
				'g'
			),
			' '
		) AS "word"
		WHERE "word" <> ''
	))
$$;
--> statement-breakpoint
CREATE TABLE "logos" (
	"hash" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "audit_target";--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "after" jsonb;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "fingerprint" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "reply" jsonb;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (search_words(coalesce("name", ''))) STORED;--> statement-breakpoint
ALTER TABLE "candidates" ADD COLUMN "revised" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "candidates" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "candidates" ADD COLUMN "deleted_with" uuid;--> statement-breakpoint
ALTER TABLE "candidates" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (search_words(coalesce("name", '') || ' ' || coalesce("party", ''))) STORED;--> statement-breakpoint
ALTER TABLE "compare_quizzes" ADD COLUMN "revised" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "compare_quizzes" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "compare_quizzes" ADD COLUMN "deleted_with" uuid;--> statement-breakpoint
ALTER TABLE "compare_quizzes" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (search_words(coalesce("name", ''))) STORED;--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "revised" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "deleted_with" uuid;--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (search_words(coalesce("name", '') || ' ' || coalesce("state", '') || ' ' || coalesce("county", '') || ' ' || coalesce("city", '') || ' ' || coalesce("zip_code", ''))) STORED;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "revised" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "deleted_with" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "revised" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (search_words(coalesce("username", '') || ' ' || coalesce("email", ''))) STORED;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_key" ON "audit" USING btree ("actor_id","key");--> statement-breakpoint
CREATE INDEX "audit_order" ON "audit" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_noun" ON "audit" USING btree (split_part("action", '.', 1),"at","id");--> statement-breakpoint
CREATE INDEX "audit_search" ON "audit" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "candidates_order" ON "candidates" USING btree ("name","id") WHERE "candidates"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "candidates_search" ON "candidates" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "candidates_logo" ON "candidates" USING btree ("logo");--> statement-breakpoint
CREATE INDEX "compare_quizzes_order" ON "compare_quizzes" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE "compare_quizzes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "compare_quizzes_search" ON "compare_quizzes" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "elections_order" ON "elections" USING btree ("election_date" DESC NULLS FIRST,"name","id") WHERE "elections"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "elections_search" ON "elections" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "users_order" ON "users" USING btree ("username_key","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "users_roles" ON "users" USING gin ("roles") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "audit_target" ON "audit" USING btree ("target","at","id");