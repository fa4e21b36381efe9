import { useForm } from '@waypost/host-sdk';
import { useEffect } from 'react';
import { CodePreview } from './CodePreview.tsx';
import { type Draft, useDraft } from './use-draft.ts';

/** The preview of a code that is not saved yet; follows the short code as it is typed. */
export function DraftPreview({ onDraft }: { onDraft: (draft: Draft | undefined) => void }) {
  const { values } = useForm();
  const { draft, problem } = useDraft(String(values.short_code ?? '').trim());
  useEffect(() => onDraft(draft), [draft, onDraft]);
  return <CodePreview addresses={draft} problem={problem} />;
}
