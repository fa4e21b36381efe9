import { field } from '@waypost/contract';
import {
  CallForm,
  FormSection,
  type FormValues,
  notify,
  ResourceField,
  Tabs,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { z } from 'zod';
import { zWatched } from '../../../chain/addresses/rules.ts';
import { sealSecret } from '../../../signing/sealed-secret.ts';
import { tronImport, tronMake, tronWatch } from '../calls.ts';

const WAYS = ['make', 'import', 'watch'] as const;
type Way = (typeof WAYS)[number];
const CALLS = { make: tronMake, import: tronImport, watch: tronWatch } as const;

/** 12 to 24 words, or 64 hexadecimal digits: whether they are right only the signer knows. */
const zSecret = z
  .string()
  .trim()
  .max(400)
  .regex(/^(?:(?:0x)?[0-9a-fA-F]{64}|[A-Za-z]+(?:\s+[A-Za-z]+){11,23})$/, 'wallet.fault.signer_secret');
const FIELDS = {
  make: {},
  import: { secret: field(zSecret, { control: 'password', autoComplete: 'off', draft: false }) },
  watch: { xpub: field(zWatched, { control: 'textarea', autoComplete: 'off', draft: false }) },
};

interface AddKeyDrawerProps {
  /** What a secret is sealed to before it leaves the browser. */
  sealTo: string;
  onClose: () => void;
  onAdded: () => void;
}

/** A key for the signer: made there, or entered here and sealed to it, or only watched. */
export function AddKeyDrawer({ sealTo, onClose, onAdded }: AddKeyDrawerProps) {
  const words = useWords();
  const [way, setWay] = useState<Way>('make');
  const toBody = (typed: FormValues) =>
    way === 'import' ? { secret: sealSecret(String(typed.secret).trim(), sealTo) } : typed;
  return (
    <CallForm
      key={way}
      call={CALLS[way]}
      name={`wallet.tron_${way}`}
      fields={FIELDS[way]}
      submit={`wallet.tron.${way}`}
      drawer={{ title: words('wallet.tron.add'), width: 560 }}
      about={`tron_${way}`}
      toBody={toBody}
      onCancel={onClose}
      onSent={({ address }) => {
        notify.success(words('wallet.tron.added', { address }));
        onAdded();
      }}
    >
      <Tabs
        label={words('wallet.tron.add')}
        tabs={WAYS.map((name) => ({ name, title: words(`wallet.tron.way.${name}`) }))}
        current={way}
        onChange={(name) => setWay(name as Way)}
      >
        <p>{words(`wallet.tron.way.${way}.text`)}</p>
      </Tabs>
      <FormSection>
        {Object.keys(FIELDS[way]).map((name) => (
          <ResourceField key={name} name={name} />
        ))}
      </FormSection>
    </CallForm>
  );
}
