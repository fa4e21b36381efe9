import { field } from '@waypost/contract';
import {
  CallForm,
  type ControlComponent,
  FormSection,
  notify,
  ResourceField,
  useWords,
} from '@waypost/host-sdk';
import { useMemo } from 'react';
import { regenerateCall } from '../../../screens/short_code/calls.ts';
import type { CodeRow } from '../../code-row.ts';
import { NO_PROVIDER_ID } from '../../providers/values.ts';
import { ProviderControl } from './ProviderControl.tsx';

const FIELDS = { provider: field(regenerateCall.body.shape.provider) };

interface RegenerateDrawerProps {
  code: CodeRow;
  onDone: () => void;
  onClose: () => void;
}

/** Asks who is to make the new address and says what stays; why none was made is told where it was asked. */
export function RegenerateDrawer({ code, onDone, onClose }: RegenerateDrawerProps) {
  const words = useWords();
  const controls = useMemo(
    (): Readonly<Record<string, ControlComponent>> => ({ provider: ChosenProvider }),
    [],
  );
  return (
    <CallForm
      call={regenerateCall}
      name="qr.short_code"
      fields={FIELDS}
      controls={controls}
      about={code.id}
      initial={{ provider: code.provider || NO_PROVIDER_ID }}
      submit="qr.short_code.regenerate"
      drawer={{ title: words('qr.short_code.regenerate.title', { name: code.name }), width: 480 }}
      toBody={({ provider }) => ({ id: code.id, provider })}
      onCancel={onClose}
      onSent={({ fault }) => {
        if (fault === '') notify.success(words('qr.short_code.notice.made', { name: code.name }));
        else notify.error(fault);
        onDone();
        onClose();
      }}
    >
      <FormSection text="qr.short_code.regenerate.text">
        <ResourceField name="provider" />
      </FormSection>
    </CallForm>
  );
}

/** The platform itself has a name of its own where one has to be chosen. */
function ChosenProvider(control: Parameters<typeof ProviderControl>[0]) {
  return <ProviderControl {...control} onChange={(next) => control.onChange(next || NO_PROVIDER_ID)} />;
}
