import type { HijackFound, PageFacts, SaidBy } from './stored.ts';
import { KNOWING } from './values.ts';

/**
 * What the answers come to. Who could not say is no vote: SERVFAIL, silence and servers that know nothing of the zone leave
 * it unknown, and are never a sign that somebody has taken a name over.
 */
export function judgeAnswers(said: readonly SaidBy[], { isOwnKnown }: { isOwnKnown: boolean }): HijackFound {
  const known = said.filter((one) => KNOWING.has(one.said));
  if (known.length === 0)
    return {
      finding: 'unknown',
      fault: said.length > 0 && said.every((one) => one.said === 'circle') ? 'circle' : 'nobody_says',
    };
  const others = known.filter((one) => one.said !== 'expected');
  if (others.length === 0) return { finding: 'good', fault: '' };
  if (!isOwnKnown && others.some((one) => one.said === 'other'))
    return { finding: 'unknown', fault: 'own_unknown' };
  if (known.every((one) => one.said === 'name_unknown')) return { finding: 'bad', fault: 'name_unknown' };
  if (others.length === known.length && others.every((one) => one.said !== 'other'))
    return { finding: 'bad', fault: 'no_address' };
  // Whoever forges datagrams on the way cannot as easily take part in a connection.
  const isForged = others.every(
    (one) =>
      one.transport === 'udp' &&
      known.some(({ by, transport, said }) => by === one.by && transport === 'tcp' && said === 'expected'),
  );
  if (isForged) return { finding: 'bad', fault: 'udp_forged' };
  return { finding: 'bad', fault: others.length === known.length ? 'other_addresses' : 'some_lie' };
}

/** What a page comes to, against the one that was accepted, or else against the marker of this installation. */
export function judgePage(page: PageFacts | null, accepted: PageFacts | null): HijackFound {
  if (page === null || (accepted === null && page.marker === 'unknown'))
    return { finding: 'unknown', fault: 'no_page' };
  if (accepted === null)
    return page.marker === 'here' ? { finding: 'good', fault: '' } : { finding: 'bad', fault: 'other_page' };
  // A marker that nobody answered for says nothing of the page that came.
  const marker = page.marker === 'unknown' ? accepted.marker : page.marker;
  const isSame =
    page.status === accepted.status &&
    page.title === accepted.title &&
    page.hash === accepted.hash &&
    page.host === accepted.host &&
    marker === accepted.marker;
  if (isSame) return { finding: 'good', fault: '' };
  return { finding: 'bad', fault: marker === 'here' ? 'page_changed' : 'other_page' };
}
