import { ACCOUNT_DATA_POINT, type AccountData, type PluginContext } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';

/** Codes that are handed over at once. */
const PORTION = 200;

/** What the owner of an account takes along of the codes: every stored field that is no secret, targets and figures with it. */
export function contributeAccountData(context: PluginContext): void {
  const names = Object.entries(codeResource.fields).flatMap(([name, { hints }]) =>
    hints.secret === true || hints.stored === false ? [] : [name],
  );
  const contribution: AccountData = {
    title: 'menu.qr_code_list',
    portion: async ({ account, after }) => {
      const filter = { owner: account, ...(after === null ? {} : { _id: { $gt: after } }) };
      const found = await context
        .model(codeResource)
        .find(filter as never)
        .sort({ _id: 1 })
        .limit(PORTION)
        .lean();
      const rows = found.map((row) => {
        const stored = row as unknown as Readonly<Record<string, unknown>>;
        return {
          id: String(row._id),
          ...Object.fromEntries(names.map((name) => [name, stored[name] ?? null])),
        };
      });
      return { rows, next: found.length < PORTION ? null : String(found.at(-1)?._id) };
    },
  };
  context.points.contribute(ACCOUNT_DATA_POINT, '^1', 'qr.codes', contribution);
}
