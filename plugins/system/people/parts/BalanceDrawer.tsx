import { field, readAmount } from '@waypost/contract';
import { CallForm, FormSection, newKey, notify, ResourceField, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { z } from 'zod';
import type { PersonCalls } from '../calls.ts';

const FIELDS = {
  amount: field(
    z
      .string()
      .min(1)
      .max(32)
      .refine((text) => readAmount(text) !== undefined, 'amount'),
    { control: 'text', autoComplete: 'off' },
  ),
  remark: field(z.string().trim().min(1).max(500), { control: 'textarea' }),
};
interface BalanceDrawerProps {
  call: PersonCalls['editBalance'];
  person: { id: string; account: string };
  available: string;
  onDone: () => void;
  onClose: () => void;
}

/** Gives somebody money or takes it, with a reason. */
export function BalanceDrawer({ call, person, available, onDone, onClose }: BalanceDrawerProps) {
  const words = useWords();
  // One for as long as the drawer is open: whatever is pressed or sent twice is one change.
  const [key] = useState(newKey);
  return (
    <CallForm
      call={call}
      name="system.person_balance"
      fields={FIELDS}
      submit="system.person.money.edit"
      drawer={{ title: words('system.person_balance.title', { name: person.account }), width: 480 }}
      toBody={({ amount, remark }) => ({
        id: person.id,
        key,
        amount: String(amount).trim(),
        remark: String(remark),
      })}
      onCancel={onClose}
      onSent={({ available: now }) => {
        notify.success(words('system.person.money.done', { balance: now }));
        onDone();
        onClose();
      }}
    >
      <FormSection text={words('system.person_balance.now', { balance: available })}>
        <ResourceField name="amount" />
        <ResourceField name="remark" />
      </FormSection>
    </CallForm>
  );
}
