import { Input } from '@arco-design/web-react';
import type { FileCalls } from '@waypost/contract';
import { FileButton, ImportDrawer, TABLE_FILES, useWords } from '@waypost/host-sdk';
import { useId, useMemo, useState } from 'react';

interface LinesDrawerProps {
  /** Its words: `<name>.import.title`, `<name>.lines`, … */
  name: 'qr.short_link' | 'qr.claim_lines';
  /** Lines as they may be typed. */
  example: string;
  calls: FileCalls;
  onClose: () => void;
}

/** Many at once: pasted lines, or a file. What becomes of each line stands in a table behind the work. */
export function LinesDrawer({ name, example, calls, onClose }: LinesDrawerProps) {
  const words = useWords();
  const field = useId();
  const [lines, setLines] = useState('');
  const typed = useMemo(() => (lines.trim() === '' ? undefined : new Blob([lines])), [lines]);
  return (
    <ImportDrawer
      title={words(`${name}.import.title`)}
      verb={words(`${name}.import.verb`)}
      calls={calls}
      file={typed}
      isUnsaved={typed !== undefined}
      onClose={onClose}
    >
      {({ isSending, send }) => (
        <>
          <label htmlFor={field}>{words(`${name}.lines`)}</label>
          <Input.TextArea
            id={field}
            aria-label={words(`${name}.lines`)}
            value={lines}
            autoSize={{ minRows: 10, maxRows: 18 }}
            placeholder={example}
            onChange={setLines}
          />
          <p>{words(`${name}.lines.help`)}</p>
          <div>
            <FileButton accept={TABLE_FILES} isBusy={isSending} onFile={send}>
              {words(`${name}.file`)}
            </FileButton>
          </div>
          <p>{words(`${name}.file.help`)}</p>
        </>
      )}
    </ImportDrawer>
  );
}
