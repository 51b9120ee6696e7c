import { useCurrentOperation } from './current-operation.js';
import { v2Address } from './v2-address.js';

/** Below the result: the equivalent v2.1 request of the active stored operation. */
export function WayBack() {
  const current = useCurrentOperation();
  if (!current) return null;
  const addresses = current.patterns.map((pattern) => v2Address(pattern, current.variables));
  const { method, path, isWhole } = addresses.find((address) => address.isWhole) ?? addresses[0];
  return (
    <p className="lectern-way-back">
      <span>The same in v2.1:</span> <b className="lectern-method">{method}</b>{' '}
      {method === 'GET' && isWhole ? <a href={path}>{path}</a> : <code>{path}</code>}
    </p>
  );
}
