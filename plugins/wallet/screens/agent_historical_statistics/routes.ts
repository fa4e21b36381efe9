import { exportFormat } from '@waypost/sdk';
import { AGENTS_PLACE } from '../../agents/place.ts';
import { whose } from '../../agents/whose.ts';
import type { Wallet } from '../../wallet.ts';
import {
  agentCustomersCall,
  agentHistoryExportCall,
  agentHistoryTotalsCall,
  agentMonthsCall,
  EXPORT_HISTORY,
  READ_ALL_HISTORY,
  READ_HISTORY,
} from './calls.ts';
import { exportMonths, historyTotals, listCustomers, listMonths, zHistoryExportInput } from './service.ts';

const EXPORT_KIND = 'agent_months_export';
const PLACE = { ...AGENTS_PLACE, route: 'agent_historical_statistics', sort: 30, icon: 'trophy' } as const;

/** Mounts what agents' customers came to over the whole time: by month and by customer. */
export function mountAgentHistory({ context }: Wallet): void {
  context.call(agentMonthsCall, (body, request) => listMonths(context, body, request));
  context.call(agentCustomersCall, (body, request) => listCustomers(context, body, request));
  context.call(agentHistoryTotalsCall, (body, request) => historyTotals(context, body, request));
  context.operations.define(EXPORT_KIND, {
    input: zHistoryExportInput,
    run: (run) => exportMonths(context, run),
  });
  context.call(agentHistoryExportCall, async ({ format, agent: asked }, request) => {
    if (format !== undefined) await exportFormat(context, format);
    const { agent = null } = whose(request, READ_ALL_HISTORY, asked);
    const name = request.translate('menu.agent_historical_statistics');
    return context.operations.start(EXPORT_KIND, { name, input: { format, agent } }, request);
  });
  context.menu({ ...PLACE, parent: 'earnings', sort: 26, roles: ['administrator'] }, READ_ALL_HISTORY, [
    READ_HISTORY,
    EXPORT_HISTORY,
  ]);
  context.menu({ ...PLACE, roles: ['agent'] }, READ_HISTORY, [EXPORT_HISTORY]);
}
