/** Most verbs of the batch bar that stand beside each other; the others are behind "More". */
const MOST = { desk: 5, phone: 2 };

/** Which verbs are in sight, in the order of their declaration; on a desk a removal at the end stays there with them. */
export function splitVerbs<Verb extends { isDangerous: boolean }>(
  verbs: readonly Verb[],
  isPhone: boolean,
): { inSight: readonly Verb[]; rest: readonly Verb[] } {
  const most = isPhone ? MOST.phone : MOST.desk;
  const last = isPhone || verbs.length <= most ? undefined : verbs.at(-1);
  const inSight = last?.isDangerous ? [...verbs.slice(0, most - 1), last] : verbs.slice(0, most);
  return { inSight, rest: verbs.filter((verb) => !inSight.includes(verb)) };
}
