import { limitsIn } from '@hilo/domain/settings.ts'
import type { StepFacts } from '@hilo/domain/step-checks.ts'
import type { StepData } from '@hilo/domain/step-data.ts'
import { useMemo } from 'react'
import { useSettings } from '../use-settings.ts'
import { useBox, usePort, usePortsOf } from '../use-work.ts'
import { stepOf, type Work } from '../work.ts'

/** Facts for the checks while typing; facts that only the server knows are added when the step is saved. */
export function useFacts(work: Work): StepFacts & { ready: boolean } {
  const box = useBox(work.cto_id)
  const port = usePort(work.port_id)
  const ports = usePortsOf(work.cto_id)
  // A customer moved to another port keeps the drop, which the inventory still has at the old port.
  const home = work.access_id === null ? port : ports.find(({ access }) => access?.id === work.access_id)
  const settings = useSettings()
  return useMemo(() => {
    const power = stepOf(work, 'power').data as StepData['power']
    const chosen = stepOf(work, 'port_available').data as StepData['port_available']
    const opticClass = box?.upstream.optic_class ?? 'B+'
    return {
      ready: box !== null,
      workKind: work.work_kind,
      ctoType: box?.type,
      opticClass,
      limits: limitsIn(settings, opticClass),
      ctoCodes: box ? [box.code, box.label] : undefined,
      ctoLabel: box?.label,
      dropLabel: home ? (home.drop?.code ?? null) : undefined,
      port: chosen.port_number ?? work.port_number,
      portDbm: power.power_dbm ?? null,
    }
  }, [work, box, home, settings])
}
