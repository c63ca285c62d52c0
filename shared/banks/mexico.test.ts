import { expect, it } from 'vitest'
import { mexicanBanks } from './mexico.ts'

it("Mexico: banks are the interface's 96 codes in its order, each with a name", () => {
  expect(mexicanBanks.map(({ code }) => code).join(' ')).toBe(
    '2001 37006 37009 37019 37135 37166 37168 40002 40012 40014 40021 40030 40036 40042 40044 40058 40059 40060 40062 ' +
      '40072 40103 40106 40108 40110 40112 40113 40124 40126 40127 40128 40129 40130 40131 40132 40133 40136 40137 ' +
      '40138 40140 40141 40143 40145 40147 40148 40150 40151 40152 40154 40155 40156 40157 40158 40159 40160 40638 ' +
      '90600 90601 90602 90605 90606 90608 90613 90616 90617 90620 90630 90631 90634 90636 90642 90646 90648 90652 ' +
      '90653 90656 90659 90661 90670 90677 90680 90683 90684 90685 90686 90688 90689 90699 90703 90706 90710 90722 ' +
      '90723 90728 90901 90902 90903',
  )
  expect(mexicanBanks.filter(({ name }) => name === undefined)).toEqual([])
})

it('Mexico: banks can be told from a CLABE: the last three digits of the 96 codes all differ', () => {
  expect(new Set(mexicanBanks.map(({ code }) => code.slice(-3))).size).toBe(96)
})
