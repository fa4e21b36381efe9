import { accountReference, field } from '@waypost/contract';
import { CallForm, notify, useTrackOperation, useWords } from '@waypost/host-sdk';
import { PERIODS, STATEMENT_FORMATS, STATEMENT_RULES, STATEMENT_SHAPE, statementCall } from './calls.ts';

const OWN = {
  period: field(STATEMENT_SHAPE.period, { control: 'radio', options: PERIODS }),
  first_day: field(STATEMENT_SHAPE.first_day, { control: 'date' }),
  last_day: field(STATEMENT_SHAPE.last_day, { control: 'date' }),
  format: field(STATEMENT_SHAPE.format, { control: 'radio', options: STATEMENT_FORMATS }),
};
const ANYBODY = { account: field(STATEMENT_SHAPE.account.unwrap(), { ref: accountReference }), ...OWN };

interface StatementDrawerProps {
  /** Whoever sees everybody's bill says whose statement it is. */
  isOfAnybody: boolean;
  /** Whose it is until something else is chosen. */
  owner: string | undefined;
  onClose: () => void;
}

/** Asks for which days and in which form; the file comes through the tray. */
export function StatementDrawer({ isOfAnybody, owner, onClose }: StatementDrawerProps) {
  const words = useWords();
  const track = useTrackOperation();
  return (
    <CallForm
      call={statementCall}
      name="wallet.statement"
      fields={isOfAnybody ? ANYBODY : OWN}
      rules={STATEMENT_RULES}
      initial={{ period: 'last_month', format: 'pdf', ...(isOfAnybody && owner ? { account: owner } : {}) }}
      drawer={{ title: words('wallet.statement.get') }}
      submit="wallet.statement.submit"
      about="statement"
      isQuestion
      asks={(name, { period }) => (name !== 'first_day' && name !== 'last_day') || period === 'range'}
      toBody={({ first_day, last_day, ...asked }) =>
        asked.period === 'range' ? { ...asked, first_day, last_day } : asked
      }
      onCancel={onClose}
      onSent={({ id }) => {
        track(id);
        notify.success(words('wallet.statement.started'));
        onClose();
      }}
    />
  );
}
