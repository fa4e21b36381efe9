/** The largest position that a form takes. */
const MAX_POSITION = 9_999;

/**
 * Rules whose smallest position was asked first, with positions for an order in which the largest is: they are asked in the same
 * order, and no two have the same position, whatever decided between equal ones before.
 * @param rules in the order in which they are asked
 */
export function turnedPositions<Rule extends { position: number }>(rules: readonly Rule[]): Rule[] {
  let last = MAX_POSITION + 1;
  return rules.map((rule, at) => {
    // Below there must be room for those that follow.
    last = Math.max(rules.length - at, Math.min(MAX_POSITION + 1 - rule.position, last - 1));
    return { ...rule, position: last };
  });
}
