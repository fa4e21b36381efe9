import { field } from '@waypost/contract';
import { CallForm, useFormat, useWords } from '@waypost/host-sdk';
import { closeDayCall } from './calls.ts';

const FIELDS = { day: field(closeDayCall.body.shape.day, { control: 'date' }) };
const DAY_MS = 86_400_000;

interface CloseDayDrawerProps {
  onClose: () => void;
  /** With the operation that adds it up. */
  onStarted: (operation: string) => void;
}

/** Closes a day that is over, yesterday until another is chosen. */
export function CloseDayDrawer({ onClose, onStarted }: CloseDayDrawerProps) {
  const words = useWords();
  const format = useFormat();
  return (
    <CallForm
      call={closeDayCall}
      name="wallet.closing"
      fields={FIELDS}
      initial={{ day: format.dayOf(Date.now() - DAY_MS) }}
      drawer={{ title: words('wallet.closing.close') }}
      submit="wallet.closing.close"
      about="close_day"
      isQuestion
      onCancel={onClose}
      onSent={({ id }) => {
        onStarted(id);
        onClose();
      }}
    />
  );
}
