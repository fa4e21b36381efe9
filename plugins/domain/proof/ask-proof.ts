import { AppError } from '@waypost/contract';
import type { DnsErrorCode, DnsType, PluginContext } from '@waypost/sdk';
import type { ProofFault, ProofMethod } from '../domains/values.ts';
import type { ProofRecords } from './records.ts';

/** What one look at the DNS says of a proof. `unknown`: nobody could say, which is not that it is gone. */
export type ProofLook =
  | { verdict: 'found'; method: ProofMethod; fault: '' }
  | { verdict: 'absent' | 'unknown'; fault: Exclude<ProofFault, ''> };

/** What those who were asked say of one record. */
type Said =
  | { is: 'found' }
  | { is: 'absent'; fault: 'no_record' | 'wrong_value' }
  | { is: 'unknown'; isInside: boolean };

/** What the zone itself says: anything else leaves it unknown what it would have said. */
const SAID_BY_ZONE: ReadonlySet<string> = new Set<DnsErrorCode>(['dns_name_unknown', 'dns_no_data']);

/**
 * Asks the servers of the zone and the operator's resolvers for a proof. It is there, and it is gone, when both say so: what
 * one alone says may be forged, old, or the word of a server that knows nothing of the zone.
 */
export async function askProof(context: PluginContext, records: ProofRecords): Promise<ProofLook> {
  const txt = await both(context, [records.txt_name, 'TXT', records.txt_value]);
  if (txt.verdict === 'found' || records.cname_value === '') return as(txt, 'txt');
  const name = records.txt_name.replace(/^_waypost\./, '');
  const cname = await both(context, [name, 'CNAME', records.cname_value]);
  if (cname.verdict === 'found') return as(cname, 'cname');
  // It is gone when neither of the two is there. What is nearer to being found is told.
  if (txt.verdict === 'absent' && cname.verdict === 'absent') return as(txt, 'txt');
  const told = txt.verdict === 'unknown' ? txt : cname;
  return { verdict: 'unknown', fault: told.fault };
}

type Verdict =
  | { verdict: 'found'; fault: '' }
  | { verdict: 'absent' | 'unknown'; fault: Exclude<ProofFault, ''> };

const as = (look: Verdict, method: ProofMethod): ProofLook =>
  look.verdict === 'found' ? { ...look, method } : look;

type Question = readonly [name: string, type: DnsType, value: string];

async function both(context: PluginContext, question: Question): Promise<Verdict> {
  const [zone, resolvers] = await Promise.all([
    hear(context, question, 'zone'),
    hear(context, question, undefined),
  ]);
  if (zone.is === 'unknown')
    return { verdict: 'unknown', fault: zone.isInside ? 'zone_inside' : 'zone_silent' };
  if (resolvers.is === 'unknown') return { verdict: 'unknown', fault: 'resolvers_silent' };
  if (zone.is === 'found' && resolvers.is === 'found') return { verdict: 'found', fault: '' };
  if (zone.is === 'absent' && resolvers.is === 'absent') return { verdict: 'absent', fault: zone.fault };
  return { verdict: 'unknown', fault: zone.is === 'found' ? 'not_spread' : 'zone_differs' };
}

async function hear(
  context: PluginContext,
  [name, type, value]: Question,
  resolver: string | undefined,
): Promise<Said> {
  try {
    const options = resolver === undefined ? {} : { resolver };
    const answer = await context.internet.resolve(name, type, options);
    return proves(answer, type, value) ? { is: 'found' } : { is: 'absent', fault: 'wrong_value' };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (SAID_BY_ZONE.has(error.code)) return { is: 'absent', fault: 'no_record' };
    return { is: 'unknown', isInside: error.code === 'internet_address_refused' };
  }
}

/** Whether an answer of the DNS has a proof, to the letter: what only begins with it may be another owner's. */
export function proves(
  { records, aliases }: { records: readonly { value: unknown }[]; aliases: readonly string[] },
  type: DnsType,
  value: string,
): boolean {
  return (
    records.some((record) => String(record.value) === value) || (type === 'CNAME' && aliases.includes(value))
  );
}
