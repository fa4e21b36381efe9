import { Page, ResourceForm, useGo, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { codeResource } from '../../qr_code_list/resource.ts';
import { CODE_CONTROLS, CODE_SECTIONS } from './code-form.ts';
import { DraftPreview } from './DraftPreview.tsx';
import type { Draft } from './use-draft.ts';

/** The form of a new code. What the preview shows is what gets saved: the proposed short code is sent along. */
export function NewCode() {
  const words = useWords();
  const go = useGo();
  const [draft, setDraft] = useState<Draft>();
  return (
    <Page title={words('qr.set.title.new')}>
      <ResourceForm
        resource={codeResource}
        mode="create"
        sections={CODE_SECTIONS}
        controls={CODE_CONTROLS}
        initial={{ targets: [{ url: '' }] }}
        toBody={(values) => ({ ...values, short_code: values.short_code || draft?.short_code })}
        aside={() => <DraftPreview onDraft={setDraft} />}
        onSaved={({ id }) => go('set_qr_code', { id: String(id), saved: 1 })}
        onCancel={() => go('qr_code_list')}
      />
    </Page>
  );
}
