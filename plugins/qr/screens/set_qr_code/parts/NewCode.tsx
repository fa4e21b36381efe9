import { Alert } from '@arco-design/web-react';
import {
  type ControlComponent,
  type ControlProps,
  type FormValues,
  Page,
  Panel,
  ResourceForm,
  Skeleton,
  useCall,
  useGo,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { useMemo, useState } from 'react';
import { isSameDesign } from '../../../codes/design/presets/built-in.ts';
import { usePresets } from '../../../codes/design/presets/parts/use-presets.ts';
import type { Design } from '../../../codes/design/values.ts';
import { useDomains } from '../../../codes/hosts/parts/use-domains.ts';
import { addressProvidersCall } from '../../short_code/calls.ts';
import { beginWith } from './begin-with.ts';
import { CodePreview } from './CodePreview.tsx';
import { CODE_CONTROLS, newCodeSections } from './code-form.ts';
import { NewTargetsControl } from './NewTargetsControl.tsx';
import { ShortCodeControl } from './ShortCodeControl.tsx';
import { useCodeResource } from './use-code-resource.ts';
import type { DraftState } from './use-draft.ts';
import { VisitorPreview, VisitorPreviewButton } from './visitor/VisitorPreview.tsx';

const designOf = ({ design }: FormValues) => design as Design | null | undefined;

/**
 * Asks for an address and a name; everything else has a good default, and its place behind a button. What the
 * preview shows is what gets saved: the proposed short code is sent along.
 */
export function NewCode() {
  const words = useWords();
  const go = useGo();
  const resource = useCodeResource();
  const providers = useCall(addressProvidersCall, {}).data?.providers;
  const hasProviders = (providers?.length ?? 0) > 1;
  const { hasSome: hasDomains, isMissed } = useDomains();
  const sections = useMemo(() => newCodeSections({ hasProviders, hasDomains }), [hasProviders, hasDomains]);
  const [params] = useQuery();
  const pasted = params.get('url');
  const presets = usePresets();
  const brand = presets?.find(({ is_brand }) => is_brand)?.design;
  const initial = useMemo(
    () => ({ ...beginWith(pasted), ...(brand === undefined ? {} : { design: brand }) }),
    [pasted, brand],
  );
  const [{ draft, problem }, setDraft] = useState<DraftState>({ draft: undefined, problem: undefined });
  const controls = useMemo((): Readonly<Record<string, ControlComponent>> => {
    const short_code = (props: ControlProps<string>) => <ShortCodeControl {...props} onDraft={setDraft} />;
    return { ...CODE_CONTROLS, targets: NewTargetsControl, short_code };
  }, []);
  // What the form begins with is settled before it is shown.
  if (presets === undefined)
    return (
      <Page title={words('qr.set.title.new')}>
        <Skeleton lines={6} height={32} />
      </Page>
    );
  return (
    <Page title={words('qr.set.title.new')}>
      {isMissed ? <Alert type="info" content={words('qr.domains.off.new')} /> : null}
      <Panel>
        <ResourceForm
          resource={resource}
          mode="create"
          sections={sections}
          controls={controls}
          about={pasted ?? ''}
          initial={initial}
          toBody={({ visit_password, ...values }) => ({
            ...values,
            // Typed, and then decided otherwise.
            ...(values.has_password === true && visit_password ? { visit_password } : {}),
            short_code: values.short_code || draft?.short_code,
            // The brand as it is fits most addresses: the server makes it fit the others.
            design: brand !== undefined && isSameDesign(designOf(values), brand) ? undefined : values.design,
          })}
          aside={(values) => (
            <>
              <CodePreview
                picture={problem ? undefined : draft?.sample_url}
                shortUrl={problem ? undefined : draft?.short_url}
                problem={problem}
                design={designOf(values)}
              />
              <VisitorPreview values={values} shortUrl={draft?.short_url} />
            </>
          )}
          barEnd={(values) => <VisitorPreviewButton values={values} shortUrl={draft?.short_url} />}
          onSaved={({ id }) => go('set_qr_code', { id: String(id), saved: 1 })}
          onCancel={() => go('qr_code_list')}
        />
      </Panel>
    </Page>
  );
}
