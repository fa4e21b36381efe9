import type { Cases } from '../case.ts';
import { administrationCases } from './administration.ts';
import { answerCases } from './answers.ts';
import { exchangeCases } from './exchange.ts';
import { ledgerCases } from './ledger.ts';
import { processCases } from './processes.ts';
import { surfaceCases } from './surface.ts';
import { visitCases } from './visits.ts';

/** A case for each method of a plugin's context. */
export const cases: Cases = {
  ...surfaceCases,
  ...exchangeCases,
  ...visitCases,
  ...answerCases,
  ...administrationCases,
  ...processCases,
  ...ledgerCases,
};
