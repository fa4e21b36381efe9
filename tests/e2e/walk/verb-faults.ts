import { readWords, wordsOf } from '../words.ts';
import type { Walker } from './plugin-walk.ts';
import { VERBS } from './verbs.ts';
import type { Step } from './walk.ts';

type Names = ReadonlySet<string | undefined>;

/** A screen in one language as somebody has it before them. */
interface Screen {
  route: string;
  words: ReturnType<typeof wordsOf>;
  /** Names of what can be pressed there. */
  seen: Names;
  /** Whether what is called so has to be there for whoever may press it: menus are opened in the first language alone. */
  isExpected: (key: string) => boolean;
  /** What else is called so there, by another word of the first language: in Chinese a state is called as its verb. */
  explained: ReadonlySet<string | undefined>;
}

/**
 * Buttons, tabs and switches that somebody has before them without the right, or that a super administrator misses, in each
 * language that was walked in.
 */
export function verbFaults(walker: Walker, steps: readonly Step[]): string[] {
  const first = steps[0]?.locale ?? 'en-US';
  const firstWords = readWords(first);
  const stepsOn = Map.groupBy(steps, ({ locale, route }) => `${locale} ${route}`);
  return [...new Set(steps.map(({ locale }) => locale))].flatMap((locale) => {
    const [words, all] = [wordsOf(locale), readWords(locale)];
    return walker.screens.flatMap(({ route }) => {
      const inFirst = stepsOn.get(`${first} ${route}`) ?? [];
      const standing = namesOf(inFirst.flatMap((step) => step.standing));
      const known = namesOf(inFirst.flatMap(verbsOf));
      const screen = {
        route,
        words,
        seen: namesOf((stepsOn.get(`${locale} ${route}`) ?? []).flatMap(verbsOf)),
        isExpected: (key: string) => locale === first || standing.has(firstWords.get(key)),
        explained: new Set(
          locale === first
            ? []
            : [...firstWords].flatMap(([key, text]) => (known.has(text) ? [all.get(key)] : [])),
        ),
      };
      return faultsOn(screen, walker).map((fault) => `${locale} ${walker.name} ${route}: ${fault}`);
    });
  });
}

const verbsOf = ({ verbs }: Step) => verbs;
/** Those of a row are called `Edit: its name`. */
const namesOf = (verbs: readonly string[]): Names => new Set(verbs.map((verb) => verb.split(': ')[0]));

function faultsOn({ route, words, seen, isExpected, explained }: Screen, walker: Walker): string[] {
  const shown = Object.entries(VERBS).flatMap(([permission, screens]) =>
    (screens[route] ?? []).map((key) => ({ permission, key, name: words(key) })),
  );
  // Two rights may each put a button of one name there.
  const given = new Set(shown.filter(({ permission }) => walker.may(permission)).map(({ name }) => name));
  return shown.flatMap(({ permission, key, name }) => {
    if (given.has(name))
      return seen.has(name) || walker.name !== 'super' || !isExpected(key)
        ? []
        : [`misses “${name}” of ${permission}`];
    return seen.has(name) && !explained.has(name) ? [`has “${name}” without ${permission}`] : [];
  });
}
