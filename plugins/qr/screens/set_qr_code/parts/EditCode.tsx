import { Alert } from '@arco-design/web-react';
import {
  Button,
  ErrorState,
  Page,
  ResourceForm,
  Skeleton,
  useGo,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { useCallback, useEffect, useState } from 'react';
import type { CodeRow } from '../../../codes/code-row.ts';
import type { Design } from '../../../codes/design/values.ts';
import { DownloadPanel } from '../../../codes/parts/DownloadPanel.tsx';
import { FreezeNotice } from '../../../codes/parts/FreezeNotice.tsx';
import { codeResource } from '../../qr_code_list/resource.ts';
import { CodePreview } from './CodePreview.tsx';
import { CODE_CONTROLS, CODE_SECTIONS, FROZEN_CONTROLS } from './code-form.ts';
import { useCodeResource } from './use-code-resource.ts';

const EDIT_SECTIONS = CODE_SECTIONS.map((section) => ({
  ...section,
  fields: section.fields.filter((name) => name !== 'short_code'),
}));

/** The form of a code that exists, with its picture to download. `isFresh`: it has just been made here. */
export function EditCode({ id, isFresh }: { id: string; isFresh: boolean }) {
  const words = useWords();
  const go = useGo();
  const resource = useCodeResource();
  const { code, error, load } = useCode(id);
  if (error !== undefined) return <ErrorState error={error} onRetry={load} />;
  if (!code) return <Skeleton lines={8} />;
  return (
    <Page
      title={words('qr.set.title.edit')}
      actions={
        isFresh ? (
          <>
            <Button onClick={() => go('set_qr_code')}>{words('qr.set.another')}</Button>
            <Button onClick={() => go('qr_code_list')}>{words('qr.set.to_list')}</Button>
          </>
        ) : null
      }
    >
      {isFresh ? <Alert type="success" content={words('qr.set.saved', { name: code.name })} /> : null}
      <FreezeNotice code={code} />
      <ResourceForm
        resource={resource}
        mode="edit"
        id={id}
        sections={EDIT_SECTIONS}
        controls={code.is_frozen ? FROZEN_CONTROLS : CODE_CONTROLS}
        aside={(values) => (
          <CodePreview picture={code.qr_url} shortUrl={code.short_url}>
            <DownloadPanel code={code} shown={values.design as Design | null | undefined} />
          </CodePreview>
        )}
        onSaved={() => go('qr_code_list')}
        onCancel={() => go('qr_code_list')}
      />
    </Page>
  );
}

function useCode(id: string): { code: CodeRow | undefined; error: unknown; load: () => void } {
  const { details } = useResource(codeResource);
  const [code, setCode] = useState<CodeRow>();
  const [error, setError] = useState<unknown>();
  const load = useCallback(() => {
    setError(undefined);
    details(id).then(setCode, setError);
  }, [details, id]);
  useEffect(load, [load]);
  return { code, error, load };
}
