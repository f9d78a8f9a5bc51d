/** Particles after a consonant and after a vowel. */
const PAIRS: Readonly<Record<string, readonly [string, string]>> = {
  을: ["을", "를"],
  은: ["은", "는"],
  이: ["이", "가"],
  이라는: ["이라는", "라는"],
  과: ["과", "와"],
  으로: ["으로", "로"],
};
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
/** Digits that are read with a consonant at the end: 영, 일, 삼, 육, 칠, 팔. */
const CLOSED_DIGITS = "013678";
/**
 * Latin words that are read with a consonant at the end: behind l, m, n, ng and ck, as in tick, and
 * behind b, c, g, k, p and t where a vowel stands before them, as in Bob and pot; also where an e follows that
 * nobody speaks: title (타이틀), name (네임), type (타입). Others get a vowel to end with when they are spoken in
 * Korean: test (테스트), server (서버), class (클래스), note (노트).
 */
const CLOSED_WORD = /(?:[lmn]|ng|ck|[aeiouy][bckpt]|[aeiouy][mn]e|[a-z]le|ype)$/;
/** Of these, those that are read with ㄹ. */
const RIEUL_WORD = /le?$/;
const RIEUL = 8;

/**
 * A text with the Korean particle that fits its last sound; Latin letters by how they are read. A
 * quotation mark at the end is passed over.
 */
export function withParticle(text: string, particle: string): string {
  const pair = PAIRS[particle];
  if (pair === undefined) return text + particle;
  const last =
    /(?:(?<![a-z])[a-z]+|[\p{L}\p{N}])(?=[^\p{L}\p{N}]*$)/iu.exec(text)?.[0].toLowerCase() ?? "";
  const ending = endingOf(last);
  // 로 also follows ㄹ, as in 서울로.
  const closed = ending > 0 && !(particle === "으로" && ending === RIEUL);
  return text + pair[closed ? 0 : 1];
}

/** The number of the final consonant, as Unicode counts them; 0 for a vowel. */
function endingOf(sign: string): number {
  if (/^[a-z]/.test(sign)) return CLOSED_WORD.test(sign) ? (RIEUL_WORD.test(sign) ? RIEUL : 1) : 0;
  const code = sign.codePointAt(0) ?? 0;
  if (code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE) return (code - FIRST_SYLLABLE) % 28;
  // Consonants that stand alone, as while a syllable is being typed.
  if (sign >= "ㄱ" && sign <= "ㅎ") return 1;
  if (sign === "1" || sign === "7" || sign === "8") return RIEUL;
  return sign !== "" && CLOSED_DIGITS.includes(sign) ? 1 : 0;
}
