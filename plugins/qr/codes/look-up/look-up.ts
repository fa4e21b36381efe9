import type { Filter, PluginContext } from '@waypost/sdk';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { ownHost } from '../hosts/own-host.ts';
import { hostsOf } from '../hosts/values.ts';
import type { StoredCode } from '../link.ts';
import { type AskedLine, readAskedLines } from './asked-lines.ts';

/** Codes that are told of one line, the newest: a domain may have thousands. */
export const MOST_OF_A_LINE = 100;
/** Codes that are told of all lines. */
export const MOST_CODES = 2_000;
const PORTION = 500;

/** A line with what it asks for. `more`: there are codes that are not told. */
export interface FoundLine extends AskedLine {
  codes: readonly StoredCode[];
  more: boolean;
}

/**
 * Finds the codes that lines ask for, those in the bin among them.
 * @param owner whose alone; undefined: everyone's
 */
export async function lookUpLines(
  context: PluginContext,
  text: string,
  owner: string | undefined,
): Promise<FoundLine[]> {
  const lines = readAskedLines(text);
  const finder = createFinder(context, owner);
  const [byCode, byAddress] = await Promise.all([
    finder.byCode(
      lines.flatMap(({ wanted }) => ('kind' in wanted && wanted.kind !== 'host' ? [wanted.code] : [])),
    ),
    finder.byAddress(
      lines.flatMap(({ wanted }) => ('kind' in wanted && wanted.kind === 'link' ? [wanted.address] : [])),
    ),
  ]);
  const own = ownHost(context);
  const domainOf = (host: string) => (host === own ? '' : host);
  let room = MOST_CODES;
  const found: FoundLine[] = [];
  for (const line of lines) {
    const { wanted } = line;
    const all: readonly StoredCode[] =
      'fault' in wanted
        ? []
        : wanted.kind === 'code'
          ? (byCode.get(wanted.code) ?? [])
          : wanted.kind === 'host'
            ? await finder.onDomain(domainOf(wanted.host))
            : [
                ...(byCode.get(wanted.code) ?? []).filter((code) =>
                  hostsOf(code).includes(domainOf(wanted.host)),
                ),
                ...(byAddress.get(wanted.address) ?? []),
              ];
    const codes = all.slice(0, Math.min(MOST_OF_A_LINE, Math.max(room, 0)));
    room -= codes.length;
    found.push({ ...line, codes, more: all.length > codes.length });
  }
  return found;
}

function createFinder(context: PluginContext, owner: string | undefined) {
  const model = context.model(codeResource);
  const whose = owner === undefined ? {} : { owner };
  const find = (filter: Filter<StoredCode>, most: number) =>
    model
      .find({ ...whose, ...filter })
      .sort({ create_time: -1, _id: -1 })
      .limit(most)
      .lean();
  const byField = async (field: 'short_code' | 'address', values: readonly string[]) => {
    const wanted = [...new Set(values)].filter((value) => value !== '');
    const found: StoredCode[] = [];
    for (let at = 0; at < wanted.length; at += PORTION)
      found.push(...(await find({ [field]: { $in: wanted.slice(at, at + PORTION) } }, MOST_CODES + 1)));
    return Map.groupBy(found, (code) => code[field]);
  };
  return {
    byCode: (codes: readonly string[]) => byField('short_code', codes),
    byAddress: (addresses: readonly string[]) => byField('address', addresses),
    onDomain: (domain: string) =>
      find(domain === '' ? { domain } : { way_domains: domain }, MOST_OF_A_LINE + 1),
  };
}
