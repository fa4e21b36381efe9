/**
 * Casts in product code of plugins that look like those of rows, by file; each says there why. No row is among them. A number may only
 * fall; `row-casts.ts` reports one that is too high.
 */
export const CASTS: Readonly<Record<string, number>> = {
  // What a library's own types do not say.
  'plugins/bot/telegram/telegram.ts': 2,
  'plugins/wallet/chain/tron/program.ts': 2,
  // Of a shape that is made at run time zod knows no values.
  'plugins/system/machines/parameters/rules.ts': 1,
  // Names that are known at run time only.
  'plugins/domain/screens/nodomain/parts/HomelessList.tsx': 1,
  'plugins/qr/screens/code_simulator/parts/condition-text.ts': 1,
  'plugins/qr/screens/set_qr_code/parts/rule-choices.ts': 1,
};
