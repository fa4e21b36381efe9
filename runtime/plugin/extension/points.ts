import type { Contributed, Contribution, Disposer, ExtensionPoint } from '@waypost/sdk';

interface Offer {
  plugin: string;
  point: ExtensionPoint;
}

interface Given {
  plugin: string;
  point: string;
  range: string;
  name: string;
  contribution: Contribution;
}

/** What plugins offer and contribute, in whatever order they are switched on. */
export interface PointRegistry {
  /** @throws TypeError when another plugin offers the point */
  offer(plugin: string, point: ExtensionPoint): Disposer;
  /** @throws TypeError when the name is taken within the point */
  contribute(given: Given): Disposer;
  contributions(point: string): Contributed<Contribution>[];
  /** Everything that is contributed, whether or not it is taken. */
  list(): { point: string; plugin: string; name: string; problem: string | undefined }[];
}

/** `onProblem`: a contribution does not fit its point and is left out. */
export function createPointRegistry(
  onProblem: (problem: { plugin: string; point: string; name: string; reason: string }) => void,
): PointRegistry {
  const offers = new Map<string, Offer>();
  const given = new Set<Given>();

  const problemOf = ({ point, range, contribution }: Given): string | undefined => {
    const offer = offers.get(point);
    if (offer === undefined) return 'no active plugin offers this point';
    if (!Bun.semver.satisfies(offer.point.version, range))
      return `the point is ${offer.point.version}, expected ${range}`;
    try {
      offer.point.check(contribution);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  const tell = (one: Given) => {
    const reason = offers.has(one.point) ? problemOf(one) : undefined;
    if (reason !== undefined) onProblem({ plugin: one.plugin, point: one.point, name: one.name, reason });
  };

  return {
    offer(plugin, point) {
      const other = offers.get(point.name);
      // An upgrade offers its points before its predecessor has taken them back.
      if (other !== undefined && other.plugin !== plugin)
        throw new TypeError(`point ${point.name} is offered by ${other.plugin} already`);
      const offer = { plugin, point };
      offers.set(point.name, offer);
      for (const one of given) if (one.point === point.name) tell(one);
      return () => {
        if (offers.get(point.name) === offer) offers.delete(point.name);
      };
    },
    contribute(one) {
      for (const other of given)
        if (other.point === one.point && other.name === one.name)
          throw new TypeError(`${one.name} is contributed to ${one.point} already`);
      given.add(one);
      tell(one);
      return () => void given.delete(one);
    },
    contributions: (point) =>
      [...given]
        .filter((one) => one.point === point && problemOf(one) === undefined)
        .map(({ plugin, name, contribution }) => ({ plugin, name, contribution }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    list: () =>
      [...given].map((one) => ({
        point: one.point,
        plugin: one.plugin,
        name: one.name,
        problem: problemOf(one),
      })),
  };
}
