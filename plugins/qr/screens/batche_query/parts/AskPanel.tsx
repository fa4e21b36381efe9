import { field } from '@waypost/contract';
import { CallForm, FormSection, linesControl, Page, Panel, ResourceField, useWords } from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import { batchQueryCall, MOST_LETTERS } from '../calls.ts';

const FIELDS = { lines: field(batchQueryCall.body.shape.lines, { control: 'lines' }) };
const CONTROLS = { lines: linesControl(MOST_LETTERS) };

interface AskPanelProps {
  lines: string;
  onAsk: (lines: string) => void;
  /** What was found. */
  children: ReactNode;
}

/** Where lines are pasted, or read out of a file, over what was found. They stay for the next time. */
export function AskPanel({ lines, onAsk, children }: AskPanelProps) {
  const words = useWords();
  return (
    <Page title={words('menu.batche_query')} text={words('qr.batch_query.intro')}>
      <Panel>
        <CallForm
          call={batchQueryCall}
          name="qr.batch_query"
          fields={FIELDS}
          controls={CONTROLS}
          initial={{ lines }}
          submit="qr.batch_query.ask"
          isQuestion
          toBody={(values) => ({ lines: String(values.lines), page_size: 1 })}
          onSent={(_, values) => onAsk(String(values.lines))}
        >
          <FormSection>
            <ResourceField name="lines" />
          </FormSection>
        </CallForm>
      </Panel>
      {children}
    </Page>
  );
}
