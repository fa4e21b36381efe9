import { errors } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  type OperationRun,
  type PluginContext,
  todayOf,
} from '@waypost/sdk';
import { statementCall } from './calls.ts';
import { daysOf } from './period.ts';
import { openStatement, type StatementInput, zStatementInput } from './statement.ts';
import { writeCsv } from './write-csv.ts';
import { writePdf } from './write-pdf.ts';

const KIND = 'statement';
const READ_ALL = 'wallet.bill:read_all';
/** What a file may not be called by. */
const NO_NAME = /[^\p{L}\p{N}._@-]+/gu;

/** Mounts statements: everybody has the own one written, operators anybody's. */
export function mountStatements(context: PluginContext): void {
  context.operations.define(KIND, { input: zStatementInput, run: (run) => writeStatement(context, run) });
  context.call(statementCall, async ({ account: wanted, format, ...period }, request) => {
    const { caller } = request;
    const owner = wanted ?? caller.id;
    // Whoever may not see it is told the same as of somebody who is not there.
    if (owner !== caller.id && !caller.isSuper && !caller.permissions.has(READ_ALL))
      throw errors.notFound.create();
    const names = await context.require<AccountStates>(ACCOUNT_STATES, '^1.5')?.names([owner]);
    const account = names?.[owner];
    if (account === undefined) throw errors.notFound.create();
    const days = daysOf(period, todayOf(context));
    const input: StatementInput = { owner, account, ...days, format };
    const started = await context.operations.start(
      KIND,
      { name: `${account} · ${days.first_day} – ${days.last_day}`, input },
      request,
    );
    if (owner !== caller.id)
      await context.audit({
        type: 'wallet.bill.export',
        target: owner,
        after: { account, ...days },
        request,
      });
    return started;
  });
}

async function writeStatement(context: PluginContext, run: OperationRun<StatementInput>): Promise<void> {
  const { account, first_day, last_day, format } = run.input;
  const statement = await openStatement(context, run.input);
  const name = `${run.translate('wallet.statement.title')} ${account.replaceAll(NO_NAME, '_')} ${first_day} ${last_day}`;
  if (format === 'csv') await writeCsv(context, run, { statement, name });
  else await writePdf(run, { statement, name, now: context.clock.date().toISOString() });
}
