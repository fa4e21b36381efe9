import { FileButton, ImportDrawer, TABLE_FILES, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import styles from '../../catalogue/parts.module.css';
import { importCalls } from '../../screens/mall_product_list/calls.ts';
import { NEEDED_COLUMNS, PRODUCT_COLUMNS } from '../values.ts';
import { previewOf } from './preview.ts';

interface Chosen {
  file: File;
  /** Undefined: nobody can read it. */
  lines: string[] | undefined;
}

/** A file of products: its first lines are shown as they will be read, and what becomes of each stands in a table behind the work. */
export function ProductsDrawer({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const [chosen, setChosen] = useState<Chosen>();
  const lines = chosen?.lines;
  const choose = async (file: File): Promise<void> => setChosen({ file, lines: await previewOf(file) });
  return (
    <ImportDrawer
      title={words('mall.import.title')}
      verb={words('mall.import.verb')}
      calls={importCalls}
      file={lines === undefined ? undefined : chosen?.file}
      {...(chosen !== undefined && lines === undefined ? { problem: words('mall.import.unreadable') } : {})}
      onClose={onClose}
    >
      {({ isSending }) => (
        <>
          <p>{words('mall.import.about', { columns: NEEDED_COLUMNS.join(', ') })}</p>
          <p>{words('mall.import.columns', { columns: PRODUCT_COLUMNS.join(', ') })}</p>
          <div>
            <FileButton accept={TABLE_FILES} isDisabled={isSending} onFile={(file) => void choose(file)}>
              {words('mall.import.file')}
            </FileButton>
          </div>
          {chosen === undefined || lines === undefined ? null : (
            <>
              <p>{words('mall.import.preview', { name: chosen.file.name })}</p>
              <pre className={styles.preview}>{lines.join('\n')}</pre>
            </>
          )}
        </>
      )}
    </ImportDrawer>
  );
}
