import { field } from '@waypost/contract';
import { CallForm, FormSection, ResourceField, useWords } from '@waypost/host-sdk';
import { z } from 'zod';
import { startSharingCall } from '../../screens/share_access/calls.ts';
import { zSharePassword } from '../code-passwords.ts';
import type { CodeRow } from '../code-row.ts';

const FIELDS = {
  file_name: field(z.string().trim().min(1).max(64), { autoComplete: 'off' }),
  share_password: field(zSharePassword, { sealed: true }),
};

interface OwnShareDrawerProps {
  code: CodeRow;
  onShared: (shared: { file_name: string; password: string }) => void;
  onClose: () => void;
}

/** Shares a code under a name and a password that its owner chooses. */
export function OwnShareDrawer({ code, onShared, onClose }: OwnShareDrawerProps) {
  const words = useWords();
  return (
    <CallForm
      call={startSharingCall}
      name="qr.share_own"
      fields={FIELDS}
      about={code.id}
      initial={{ file_name: code.file_name }}
      submit="qr.sharing.start"
      drawer={{ title: words('qr.sharing.own.title'), width: 480 }}
      toBody={(values) => ({ ...values, id: code.id })}
      onCancel={onClose}
      onSent={({ file_name }, values) => onShared({ file_name, password: String(values.share_password) })}
    >
      <FormSection text={code.is_shared ? 'qr.sharing.own.text' : undefined}>
        <ResourceField name="file_name" />
        <ResourceField name="share_password" />
      </FormSection>
    </CallForm>
  );
}
