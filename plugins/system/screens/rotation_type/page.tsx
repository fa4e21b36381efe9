import { YesNo } from '@waypost/contract';
import { ResourceList, Tag, useWords } from '@waypost/host-sdk';
import { rotationType } from './resource.ts';

/** Kinds of rotations, and which of them go round on the home page. */
export function Page() {
  const words = useWords();
  return (
    <ResourceList
      resource={rotationType}
      title="menu.rotation_type"
      columns={[
        'title',
        {
          field: 'show_on_home',
          render: ({ show_on_home }) => (
            <Tag tone={show_on_home === YesNo.yes ? 'good' : 'neutral'}>
              {words(`system.rotation_type.show_on_home.${show_on_home}`)}
            </Tag>
          ),
        },
        'sort',
        'remarks',
      ]}
    />
  );
}
