import { createHash } from 'node:crypto';
import type { VisitLink } from '@waypost/contract';

/** A host of a link before the one that answers. */
export interface PassingPlace {
  /** 24 hex digits, its own in the index; the same for the same link and host. */
  id: string;
  host: string;
  /** Undefined: the visit is answered where it came. */
  nextHost: string | undefined;
}

/** Where a link answers and counts, and the hosts that lead there. */
export function placesOf(link: Pick<VisitLink, 'id' | 'host' | 'chain' | 'printed'>): {
  host: string;
  passing: PassingPlace[];
} {
  const { chain = [], printed = [] } = link;
  const way = [link.host, ...chain];
  const behind = new Map<string, string | undefined>(way.slice(0, -1).map((host, at) => [host, way[at + 1]]));
  for (const host of printed) behind.set(host, way[1]);
  return {
    host: way.at(-1) as string,
    passing: [...behind].map(([host, nextHost]) => ({ id: placeId(link.id, host), host, nextHost })),
  };
}

function placeId(link: string, host: string): string {
  return createHash('sha256').update(`${link}/${host}`).digest('hex').slice(0, 24);
}
