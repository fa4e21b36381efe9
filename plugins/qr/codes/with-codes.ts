import type { PluginContext, VisitScope } from '@waypost/sdk';
import { codeLabels } from './code-labels.ts';
import { ownerNames } from './present.ts';

export interface OfCode {
  name: string;
  short_code: string;
  owner?: string;
  /** Empty where the owner is not told. */
  owner_account: string;
}

/** Rows with what the codes that they are of are called, and whose they are, where `tellsOwners`. */
export async function withCodes<Row extends { link: string }>(
  context: PluginContext,
  rows: readonly Row[],
  { scope, tellsOwners }: { scope: Pick<VisitScope, 'owner'>; tellsOwners: boolean },
): Promise<(Row & OfCode)[]> {
  const labels = await codeLabels(
    context,
    rows.map(({ link }) => link),
    scope,
  );
  const owners = tellsOwners ? [...labels.values()].map(({ owner }) => owner) : [];
  const names = await ownerNames(context, owners);
  return rows.map((row) => {
    const { name = '', short_code = '', owner = '' } = labels.get(row.link) ?? {};
    const owner_account = names[owner] ?? '';
    return { ...row, name, short_code, owner_account, ...(owner_account === '' ? {} : { owner }) };
  });
}
