import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figure, runChain } from './formatters.ts'

test('a figure has a decimal comma and a real minus, and zero has no sign', () => {
  assert.equal(figure(-24.614, 2), '−24,61')
  assert.equal(figure(-0.001, 2), '0,00')
  assert.equal(figure(7, 0), '7')
})

test('the chain runs in order, each step on the text of the step before', () => {
  const start = { value: -24.61, text: '−24,61' }
  const steps = [
    { name: 'decimals', props: { places: 1 } },
    { name: 'unit', props: { unit: 'dBm' } },
    { name: 'prefix', props: { text: '≈ ' } },
  ] as const
  assert.equal(runChain(start, steps), '≈ −24,6\u00a0dBm')
})

test('an empty value stays empty until ifEmpty names it', () => {
  assert.equal(runChain({ value: null, text: null }, [{ name: 'uppercase' }]), null)
  const steps = [{ name: 'unit' }, { name: 'ifEmpty', props: { text: 'Sin luz' } }, { name: 'uppercase' }] as const
  assert.equal(runChain({ value: null, text: null }, steps), 'SIN LUZ')
})

test('mask and truncate count characters, not bytes', () => {
  assert.equal(runChain({ value: '', text: 'HWTC1A2B3C4D' }, [{ name: 'mask', props: { shown: 4 } }]), '••••••••3C4D')
  assert.equal(runChain({ value: '', text: 'ñandú gris' }, [{ name: 'truncate', props: { length: 5 } }]), 'ñand…')
})

test('a step without settings uses the defaults that its form shows', () => {
  const power = { value: -24.614, text: '−24,614' }
  assert.equal(runChain(power, [{ name: 'decimals' }, { name: 'unit' }]), '−24,61\u00a0dBm')
  assert.equal(runChain({ value: null, text: null }, [{ name: 'ifEmpty' }]), '–')
})

test('invalid properties fall back to defaults instead of failing', () => {
  assert.equal(runChain({ value: 1.239, text: '1,239' }, [{ name: 'decimals', props: { places: 'x' } }]), '1,24')
})
