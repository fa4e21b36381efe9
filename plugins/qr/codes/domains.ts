import type { PluginContext } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';

/** The first host of each code that has one, which is what is printed, by its id; all others stand on the public address. */
export async function codeDomains(context: PluginContext): Promise<Map<string, string>> {
  const codes = (await context
    .model(codeResource)
    .find({ domain: { $gt: '' } } as never, { domain: 1 } as never)
    .lean()) as unknown as { _id: unknown; domain: string }[];
  return new Map(codes.map(({ _id, domain }) => [String(_id), domain]));
}
