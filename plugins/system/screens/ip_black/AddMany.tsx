import { field } from '@waypost/contract';
import { CallForm, type ControlComponent, Drawer, Facts, notify, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { batchAddCall } from './calls.ts';
import { LinesControl } from './LinesControl.tsx';

const { lines, reason, expires_at } = batchAddCall.body.shape;
const FIELDS = {
  lines: field(lines),
  reason: field(reason.unwrap(), { default: '' }),
  expires_at: field(expires_at.unwrap(), { default: null }),
};
const CONTROLS: Readonly<Record<string, ControlComponent>> = { lines: LinesControl };
type Fault = { row: number; text: string; message: string };

interface AddManyProps {
  onClose: () => void;
  onAdded: () => void;
}

/** Many addresses at once; what could not be taken is told line by line, and nothing else is lost by it. */
export function AddMany({ onClose, onAdded }: AddManyProps) {
  const words = useWords();
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  if (faults.length > 0)
    return (
      <Drawer title={words('system.ip_black.faults', { count: faults.length })} isOpen onClose={onClose}>
        <Facts
          facts={faults.map(({ row, text, message }) => [
            words('system.ip_black.row', { row }),
            `${text}: ${message}`,
          ])}
        />
      </Drawer>
    );
  return (
    <CallForm
      call={batchAddCall}
      name="system.ip_black"
      fields={FIELDS}
      controls={CONTROLS}
      submit="system.ip_black.many.verb"
      drawer={{ title: words('system.ip_black.many') }}
      onCancel={onClose}
      onSent={(answer) => {
        notify.success(words('system.ip_black.many.done', { count: answer.added }));
        onAdded();
        setFaults(answer.faults);
        if (answer.faults.length === 0) onClose();
      }}
    />
  );
}
