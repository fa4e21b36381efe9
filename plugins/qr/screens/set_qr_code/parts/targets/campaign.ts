/** What analytics programs read of an address, in the order in which people fill it in: `utm_source`, … */
export const CAMPAIGN_PARTS = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type CampaignPart = (typeof CAMPAIGN_PARTS)[number];
export type Campaign = Readonly<Record<CampaignPart, string>>;

/** Longest value of one of them, characters. */
export const CAMPAIGN_MAX_LENGTH = 200;

const nameOf = (part: CampaignPart) => `utm_${part}`;

/** What an address says of its campaign; of what stands twice the first, and an empty text for what is not there. */
export function readCampaign(address: string): Campaign {
  const query = new URLSearchParams(splitAddress(address).query);
  return Object.fromEntries(
    CAMPAIGN_PARTS.map((part) => [part, query.get(nameOf(part)) ?? '']),
  ) as unknown as Campaign;
}

/**
 * The address with another campaign. Everything else of it stays to the letter: other parameters are not written anew, which
 * could change what their server reads. An empty value takes its parameter away.
 */
export function withCampaign(address: string, campaign: Campaign): string {
  const { before, query, fragment } = splitAddress(address);
  const wanted = new Map(
    CAMPAIGN_PARTS.flatMap((part) => {
      const value = campaign[part].trim();
      return value === ''
        ? []
        : [[nameOf(part), `${nameOf(part)}=${encodeURIComponent(value.toWellFormed())}`]];
    }) as [string, string][],
  );
  const ours: ReadonlySet<string> = new Set(CAMPAIGN_PARTS.map(nameOf));
  const kept =
    query === ''
      ? []
      : query.split('&').flatMap((pair) => {
          const [name] = [...new URLSearchParams(pair).keys()];
          if (name === undefined || !ours.has(name)) return [pair];
          const next = wanted.get(name);
          wanted.delete(name);
          return next === undefined ? [] : [next];
        });
  const pairs = [...kept, ...wanted.values()];
  return `${before}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}${fragment}`;
}

function splitAddress(address: string): { before: string; query: string; fragment: string } {
  const hash = address.indexOf('#');
  const fragment = hash < 0 ? '' : address.slice(hash);
  const rest = hash < 0 ? address : address.slice(0, hash);
  const mark = rest.indexOf('?');
  return mark < 0
    ? { before: rest, query: '', fragment }
    : { before: rest.slice(0, mark), query: rest.slice(mark + 1), fragment };
}
