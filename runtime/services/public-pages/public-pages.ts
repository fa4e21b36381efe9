import type { Locale } from '@waypost/contract';
import type { Clock, PublicPage, PublicPageBranch, PublicPageSource, PublicPages } from '@waypost/sdk';

/** So long an answer of a source is good, milliseconds: strangers ask the store once in it, however many they are. */
const MAX_AGE_MS = 1_000;
/** Who reads a page while the store is away is told so soon. */
const PATIENCE_MS = 2_000;
/** Most that is kept of each kind, so that nobody fills the memory by asking. */
const MOST_PAGES = 60;
const MOST_PICTURES = 16;
/** Most that is read of a kind at once: strangers who make up addresses wait, and the store does not. */
const MAX_READS = 50;

/** What a stranger is answered with; `away`: nobody can tell now whether there is such a page. */
export type Found<T> = { found: T } | 'none' | 'away';

export interface PublicPageReader {
  /** @param address one segment, or two of a branch */
  page(address: string, locale: Locale): Promise<Found<PublicPage>>;
  picture(address: string, picture: string): Promise<Found<Uint8Array>>;
}

/** Who answers an address, and what it is there. */
interface Holder {
  source: Omit<PublicPageSource, 'addresses'>;
  own: string;
}

/** Public pages of one process: who has some, and a way to read them that no crowd makes slow. */
export function createPublicPages({ clock }: { clock: Clock }): {
  offered: PublicPages;
  read: PublicPageReader;
} {
  const sources = new Set<PublicPageSource>();
  const branches = new Map<string, PublicPageBranch>();
  const addresses = createShelf<{ source: PublicPageSource; address: string }[]>(clock, 1);
  const pages = createShelf<PublicPage | undefined>(clock, MOST_PAGES);
  const shown = createShelf<readonly string[]>(clock, MOST_PAGES);
  const pictures = createShelf<Uint8Array | undefined>(clock, MOST_PICTURES);

  const readAddresses = async () => {
    const all: { source: PublicPageSource; address: string }[] = [];
    for (const source of sources)
      for (const address of await source.addresses()) all.push({ source, address });
    return all;
  };
  /** What nobody lists costs no look into the store of its own, whatever strangers make up. */
  async function holderOf(address: string): Promise<Found<Holder>> {
    const [first = '', second] = address.split('/');
    if (second !== undefined) {
      const source = branches.get(first);
      return source === undefined ? 'none' : { found: { source, own: second } };
    }
    const known = await addresses.take('', readAddresses);
    if (typeof known === 'string') return known;
    const listed = known.found.find((each) => each.address === address);
    return listed === undefined ? 'none' : { found: { source: listed.source, own: address } };
  }
  async function find<T>(
    address: string,
    read: (holder: Holder) => Promise<Found<T | undefined>>,
  ): Promise<Found<T>> {
    const holder = await holderOf(address);
    if (typeof holder === 'string') return holder;
    const answer = await read(holder.found);
    if (typeof answer === 'string') return answer;
    return answer.found === undefined ? 'none' : { found: answer.found };
  }

  /** What somebody answered is not shown any more, from this moment. */
  const clear = () => {
    for (const shelf of [addresses, pages, shown, pictures]) shelf.clear();
  };

  return {
    offered: {
      contribute(source) {
        // As an object of its own: whoever contributes twice is asked twice.
        const own: PublicPageSource = {
          addresses: source.addresses.bind(source),
          page: source.page.bind(source),
          pictures: source.pictures.bind(source),
          picture: source.picture.bind(source),
        };
        sources.add(own);
        return () => {
          sources.delete(own);
          clear();
        };
      },
      contributeBranch(branch) {
        const { first } = branch;
        if (branches.has(first)) throw new TypeError(`another plugin has public pages at ${first}`);
        branches.set(first, branch);
        return () => {
          if (branches.get(first) !== branch) return;
          branches.delete(first);
          clear();
        };
      },
    },
    read: {
      page: (address, locale) =>
        find(address, ({ source, own }) =>
          pages.take(`${address} ${locale}`, () => source.page(own, locale)),
        ),
      picture: (address, picture) =>
        find(address, async ({ source, own }) => {
          const names = await shown.take(address, () => source.pictures(own));
          if (typeof names === 'string') return names;
          if (!names.found.includes(picture)) return 'none';
          return pictures.take(`${address} ${picture}`, () => source.picture(picture));
        }),
    },
  };
}

/** Answers that are kept for a moment; what was known stands while the store cannot be asked. */
function createShelf<T>(clock: Clock, most: number) {
  const kept = new Map<string, { value: T; at: number }>();
  const asked = new Map<string, Promise<T>>();

  function ask(key: string, read: () => Promise<T>): Promise<T> {
    const running = asked.get(key);
    if (running !== undefined) return running;
    const reading = read()
      .then((value) => {
        if (asked.get(key) !== reading) return value;
        kept.delete(key);
        // What is not there takes the room of nothing that is.
        if (value !== undefined) kept.set(key, { value, at: clock.now() });
        // The first of a map is the one that was read the longest ago.
        for (const oldest of kept.keys()) {
          if (kept.size <= most) break;
          kept.delete(oldest);
        }
        return value;
      })
      .finally(() => {
        if (asked.get(key) === reading) asked.delete(key);
      });
    asked.set(key, reading);
    return reading;
  }

  return {
    async take(key: string, read: () => Promise<T>): Promise<Found<T>> {
      const known = kept.get(key);
      const age = known === undefined ? Number.POSITIVE_INFINITY : clock.now() - known.at;
      if (known !== undefined && age >= 0 && age < MAX_AGE_MS) return { found: known.value };
      const old: Found<T> = known === undefined ? 'away' : { found: known.value };
      if (asked.size >= MAX_READS && !asked.has(key)) return old;
      let timer: Timer | undefined;
      const late = new Promise<Found<T>>((resolve) => {
        timer = setTimeout(() => resolve(old), PATIENCE_MS);
      });
      const answered = ask(key, read).then(
        (found): Found<T> => ({ found }),
        (): Found<T> => old,
      );
      return await Promise.race([answered, late]).finally(() => clearTimeout(timer));
    },
    clear() {
      kept.clear();
      asked.clear();
    },
  };
}
