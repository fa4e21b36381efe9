/**
 * Arco as the page has it: the parts that the SDK, the shell and plugins use, and the usual small ones. The whole library
 * weighs twice as much on the login page. What is missing here (tables, trees, calendars, forms) the SDK has of its own;
 * a part that a screen needs is added here, and arco-parts.test.ts says when one is missing.
 */
export { default as Alert } from '@arco-design/web-react/es/Alert/index.js';
export { default as Avatar } from '@arco-design/web-react/es/Avatar/index.js';
export { default as Badge } from '@arco-design/web-react/es/Badge/index.js';
export { default as Button } from '@arco-design/web-react/es/Button/index.js';
export { default as Checkbox } from '@arco-design/web-react/es/Checkbox/index.js';
export { default as ConfigProvider } from '@arco-design/web-react/es/ConfigProvider/index.js';
export { default as DatePicker } from '@arco-design/web-react/es/DatePicker/index.js';
export { default as Divider } from '@arco-design/web-react/es/Divider/index.js';
export { default as Empty } from '@arco-design/web-react/es/Empty/index.js';
export { default as Input } from '@arco-design/web-react/es/Input/index.js';
export { default as InputNumber } from '@arco-design/web-react/es/InputNumber/index.js';
export { default as InputTag } from '@arco-design/web-react/es/InputTag/index.js';
export { default as Link } from '@arco-design/web-react/es/Link/index.js';
export { default as Message } from '@arco-design/web-react/es/Message/index.js';
export { default as Modal } from '@arco-design/web-react/es/Modal/index.js';
export { default as Popconfirm } from '@arco-design/web-react/es/Popconfirm/index.js';
export { default as Popover } from '@arco-design/web-react/es/Popover/index.js';
export { default as Progress } from '@arco-design/web-react/es/Progress/index.js';
export { default as Radio } from '@arco-design/web-react/es/Radio/index.js';
export { default as Select } from '@arco-design/web-react/es/Select/index.js';
export { default as Slider } from '@arco-design/web-react/es/Slider/index.js';
export { default as Space } from '@arco-design/web-react/es/Space/index.js';
export { default as Spin } from '@arco-design/web-react/es/Spin/index.js';
export { default as Switch } from '@arco-design/web-react/es/Switch/index.js';
export { default as Tag } from '@arco-design/web-react/es/Tag/index.js';
export { default as TimePicker } from '@arco-design/web-react/es/TimePicker/index.js';
export { default as Tooltip } from '@arco-design/web-react/es/Tooltip/index.js';
export { default as Trigger } from '@arco-design/web-react/es/Trigger/index.js';
