import { IconList } from '@arco-design/web-react/icon';
import type { RowOf } from '@waypost/contract';
import { Absent, type ControlComponent, ResourceList, Tag, useGo, useWords } from '@waypost/host-sdk';
import { DOMAIN_CONTROLS } from '../../codes/hosts/parts/DomainControl.tsx';
import styles from '../../codes/hosts/parts/hosts.module.css';
import { useDomains } from '../../codes/hosts/parts/use-domains.ts';
import { groupSteps, HOST_STEPS } from '../../codes/hosts/values.ts';
import { RulesControl } from '../set_qr_code/parts/RulesControl.tsx';
import { groupResource } from './resource.ts';

const CONTROLS: Readonly<Record<string, ControlComponent>> = {
  visit_rules: RulesControl,
  ...DOMAIN_CONTROLS,
};
const BASICS = { fields: ['name'] };
const DEFAULTS = { name: 'defaults', fields: ['access_mode', 'visit_restriction', 'visit_rules'] };
const REMARK = { name: 'remark', fields: ['remark'] };
const WITHOUT_DOMAINS = [BASICS, DEFAULTS, REMARK];
const WITH_DOMAINS = [BASICS, DEFAULTS, { name: 'domains', fields: [...HOST_STEPS] }, REMARK];

/** Groups of codes, with what codes that are made in them begin with. */
export function Page() {
  const go = useGo();
  const { isOn, isMissed } = useDomains();
  return (
    <ResourceList
      resource={groupResource}
      form={{ controls: CONTROLS, sections: isOn ? WITH_DOMAINS : WITHOUT_DOMAINS }}
      columns={[
        { field: 'name' },
        { field: 'code_number', width: 110, align: 'right', priority: 1 },
        { field: 'rule_number', width: 150, align: 'right', priority: 2 },
        {
          field: 'short_domain',
          title: 'qr.group.section.domains',
          width: 300,
          priority: 3,
          isHidden: !isOn && !isMissed,
          render: (row) => <GroupDomains row={row} isMissed={isMissed} />,
        },
        { field: 'access_mode', isHidden: true },
        { field: 'visit_restriction', isHidden: true },
        { field: 'remark', isHidden: true },
      ]}
      rowActions={[
        {
          name: 'codes',
          label: 'qr.group.codes',
          icon: <IconList />,
          permission: 'qr.code:read',
          run: async (row) => go('qr_code_list', { group: row.id }),
        },
      ]}
    />
  );
}

/** Where codes that are made in a group stand, and which of these they do not get any more. */
function GroupDomains({ row, isMissed }: { row: RowOf<typeof groupResource>; isMissed: boolean }) {
  const words = useWords();
  const steps = groupSteps(row);
  const hosts = HOST_STEPS.map((step) => steps[step]).filter((host) => host !== '');
  if (hosts.length === 0) return <Absent />;
  const lost = row.unusable_domains.join(', ');
  return (
    <div>
      {hosts.join(' → ')}
      {isMissed ? <p className={styles.missed}>{words('qr.group.domains_off')}</p> : null}
      {lost === '' ? null : <Tag tone="warning">{words('qr.group.unusable', { domains: lost })}</Tag>}
    </div>
  );
}
