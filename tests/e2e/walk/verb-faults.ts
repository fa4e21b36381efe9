import { wordsOf } from '../words.ts';
import { VERBS } from './verbs.ts';
import type { Step } from './walk.ts';
import type { Walker } from './walk-world.ts';

/** Buttons, tabs and switches that somebody has before them without the right, or that a super administrator misses. */
export function verbFaults(walker: Walker, steps: readonly Step[]): string[] {
  const words = wordsOf('en-US');
  return walker.screens.flatMap(({ route }) => {
    const seen = new Set(
      steps
        .filter((step) => step.route === route && step.locale === 'en-US')
        // Those of a row are called `Edit: its name`.
        .flatMap(({ verbs }) => verbs.map((verb) => verb.split(': ')[0])),
    );
    const shown = Object.entries(VERBS).flatMap(([permission, screens]) =>
      (screens[route] ?? []).map((key) => ({ permission, name: words(key) })),
    );
    // Two rights may each put a button of one name there.
    const given = new Set(shown.filter(({ permission }) => walker.may(permission)).map(({ name }) => name));
    return shown.flatMap(({ permission, name }) => {
      if (given.has(name))
        return seen.has(name) || walker.name !== 'super'
          ? []
          : [`${route}: misses “${name}” of ${permission}`];
      return seen.has(name) ? [`${walker.name} ${route}: has “${name}” without ${permission}`] : [];
    });
  });
}
