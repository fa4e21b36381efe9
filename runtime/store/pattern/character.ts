/** Whether a character (one or, in Unicode mode, two UTF-16 units) is one that a part of a pattern stands for. */
export type CharacterTest = (character: string) => boolean;

const ASCII = 128;
/** Characters beyond ASCII whose answers are kept for each test. */
const KEPT = 2000;

/** Makes tests of single characters by the engine's own rules: each is asked once for a character. */
export const characterTests = (flags: string): ((source: string) => CharacterTest) => {
  const tests = new Map<string, CharacterTest>();
  const rules = flags.replace('m', '');
  return (source) => {
    let test = tests.get(source);
    if (test === undefined) {
      test = remembered(new RegExp(`^(?:${source})$`, rules));
      tests.set(source, test);
    }
    return test;
  };
};

const remembered = (expression: RegExp): CharacterTest => {
  const ascii = new Int8Array(ASCII);
  const others = new Map<string, boolean>();
  return (character) => {
    const code = character.charCodeAt(0);
    if (code < ASCII) {
      ascii[code] ||= expression.test(character) ? 1 : -1;
      return ascii[code] === 1;
    }
    let answer = others.get(character);
    if (answer === undefined) {
      if (others.size >= KEPT) others.clear();
      answer = expression.test(character);
      others.set(character, answer);
    }
    return answer;
  };
};
