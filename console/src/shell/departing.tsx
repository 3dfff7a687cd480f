import { Button, Group, Modal, Text } from '@mantine/core'
import { leave, stay, useDeparture } from '../unsaved.ts'

/** Asks before unsaved changes are lost. */
export function Departing() {
  const departure = useDeparture()
  return (
    <Modal opened={departure !== null} onClose={stay} title="Leave without saving?" size="sm">
      <Text size="sm">Your changes on this screen are not saved. They are lost when you leave.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={stay} data-autofocus>
          Stay
        </Button>
        <Button color="red.9" onClick={leave}>
          Leave without saving
        </Button>
      </Group>
    </Modal>
  )
}
