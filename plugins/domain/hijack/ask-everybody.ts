import { AppError } from '@waypost/contract';
import type { DnsErrorCode, DnsFailure, DnsTransport, InternetErrorCode, PluginContext } from '@waypost/sdk';
import type { SaidBy } from './stored.ts';
import { type Said, ZONE } from './values.ts';

/** Questions at once: of 50 that a plugin may have, the watching wants its own. */
const AT_ONCE = 6;
const LIMIT_MS = 5_000;
const TRANSPORTS = ['udp', 'tcp'] as const satisfies readonly DnsTransport[];

/** What holds for an answer: addresses, or aliases by which any address is right. */
export interface Expected {
  addresses: ReadonlySet<string>;
  aliases: ReadonlySet<string>;
}

/** Asks each of some resolvers, and the servers of the zone itself, by UDP and by TCP where a name leads. */
export async function askEverybody(
  context: PluginContext,
  { name, resolvers, expected }: { name: string; resolvers: readonly string[]; expected: Expected },
): Promise<SaidBy[]> {
  const questions = [...resolvers, ZONE].flatMap((by) => TRANSPORTS.map((transport) => ({ by, transport })));
  const said = new Map<object, SaidBy>();
  const queue = [...questions];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      said.set(next, await askOne(context, { name, ...next, expected }));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return questions.flatMap((question) => said.get(question) ?? []);
}

async function askOne(
  context: PluginContext,
  {
    name,
    by,
    transport,
    expected,
  }: { name: string; by: string; transport: DnsTransport; expected: Expected },
): Promise<SaidBy> {
  const begun = performance.now();
  const four = await hear(context, name, 'A', { by, transport });
  // A name that is not there has no other addresses either, and who does not say one thing does not say another.
  const isOver = four.said !== 'known' && four.said !== 'no_address';
  const six = isOver ? four : await hear(context, name, 'AAAA', { by, transport });
  const addresses = isOver ? [] : [...four.addresses, ...six.addresses];
  const aliases = [...new Set([...four.aliases, ...six.aliases])];
  return {
    by,
    transport,
    addresses,
    aliases,
    said: judged({ four, six, addresses, aliases }, expected),
    was_cut: four.wasCut || six.wasCut,
    ms: Math.round(performance.now() - begun),
  };
}

interface Heard {
  said: 'known' | Exclude<Said, 'expected' | 'other'>;
  addresses: string[];
  aliases: string[];
  wasCut: boolean;
}

function judged(
  { four, six, addresses, aliases }: { four: Heard; six: Heard; addresses: string[]; aliases: string[] },
  expected: Expected,
): Said {
  if (addresses.length > 0) {
    const isRight =
      aliases.some((alias) => expected.aliases.has(alias)) ||
      addresses.every((address) => expected.addresses.has(address));
    return isRight ? 'expected' : 'other';
  }
  if (four.said !== 'known' && four.said !== 'no_address') return four.said;
  // Without addresses of one kind all hangs on the other.
  return six.said === 'known' ? 'no_address' : six.said;
}

/** Why nobody said anything that counts, by the code of the error. */
const SAID_BY_CODE: Readonly<Partial<Record<string, Heard['said']>>> = {
  dns_name_unknown: 'name_unknown',
  dns_no_data: 'no_address',
  dns_refused: 'refused',
  dns_timed_out: 'timed_out',
  dns_name_invalid: 'unreadable',
  internet_address_refused: 'inside',
  internet_busy: 'timed_out',
} satisfies Partial<Record<DnsErrorCode | InternetErrorCode, Heard['said']>>;
const FAILURES = ['failed', 'lame', 'circle', 'unreadable'] as const satisfies readonly DnsFailure[];

async function hear(
  context: PluginContext,
  name: string,
  type: 'A' | 'AAAA',
  { by, transport }: { by: string; transport: DnsTransport },
): Promise<Heard> {
  try {
    const {
      records,
      aliases,
      wasCut = false,
    } = await context.internet.resolve(name, type, {
      resolver: by,
      transport,
      limitMs: LIMIT_MS,
    });
    return { said: 'known', addresses: records.map(({ value }) => value), aliases, wasCut };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = FAILURES.find((failure) => failure === error.params.reason);
    const said = SAID_BY_CODE[error.code] ?? reason ?? 'failed';
    return { said, addresses: [], aliases: [], wasCut: false };
  }
}
