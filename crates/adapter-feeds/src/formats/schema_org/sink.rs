//! What the HTML parser builds: a tree with the attributes that structured data uses, and limits.

mod kept;
mod state;

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, ExpandedName, QualName, local_name, ns};

use super::dom::{Content, Node};
use kept::kept;

/// The id of a node that is not kept: comments, and whatever comes after a limit.
const LOST: usize = usize::MAX;

/// A node of the tree while it is built.
#[derive(Debug, Clone)]
pub(super) struct Handle {
    id: usize,
    serial: usize,
    name: Rc<QualName>,
}

/// The tree while it is built.
#[derive(Debug)]
pub(super) struct Sink {
    state: RefCell<State>,
    document: Handle,
}

/// Counts that the feeding loop looks at.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Progress {
    /// Grows with everything that the parser finds.
    pub(super) events: usize,
    /// Set when a limit was reached.
    pub(super) exceeded: Option<&'static str>,
}

#[derive(Debug, Default)]
struct State {
    nodes: Vec<Node>,
    depths: Vec<usize>,
    serial: usize,
    progress: Progress,
}

impl Sink {
    /// A tree of a document without content.
    pub(super) fn new() -> Self {
        let name = Rc::new(QualName::new(None, ns!(), local_name!("")));
        let mut state = State::default();
        state.nodes.push(Node::new(Content::Document));
        state.depths.push(0);
        Self {
            state: RefCell::new(state),
            document: Handle {
                id: 0,
                serial: 0,
                name,
            },
        }
    }

    /// How far it has come.
    pub(super) fn progress(&self) -> Progress {
        self.state.borrow().progress
    }

    fn lost(&self) -> Handle {
        let mut state = self.state.borrow_mut();
        state.progress.events += 1;
        state.serial += 1;
        Handle {
            id: LOST,
            serial: state.serial,
            name: Rc::clone(&self.document.name),
        }
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Vec<Node>;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Vec<Node> {
        self.state.into_inner().nodes
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        self.document.clone()
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        target.name.expanded()
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, _: ElementFlags) -> Handle {
        let mut state = self.state.borrow_mut();
        let id = state.push(Content::Element {
            name: name.local.clone(),
            attrs: kept(attrs),
        });
        state.serial += 1;
        Handle {
            id,
            serial: state.serial,
            name: Rc::new(name),
        }
    }

    fn create_comment(&self, _text: StrTendril) -> Handle {
        self.lost()
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Handle {
        self.lost()
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.state.borrow_mut().insert(parent.id, child, None);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        previous: &Handle,
        child: NodeOrText<Handle>,
    ) {
        let has_parent = self.state.borrow().place_of(element.id).is_some();
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.serial == y.serial
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, new: NodeOrText<Handle>) {
        let mut state = self.state.borrow_mut();
        if let NodeOrText::AppendNode(child) = &new {
            state.detach(child.id);
        }
        if let Some((parent, at)) = state.place_of(sibling.id) {
            state.insert(parent, new, Some(at));
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attrs: Vec<Attribute>) {
        let mut state = self.state.borrow_mut();
        let node = state.nodes.get_mut(target.id).map(|node| &mut node.content);
        if let Some(Content::Element { attrs: known, .. }) = node {
            for (name, value) in kept(attrs) {
                if !known.iter().any(|(known, _)| *known == name) {
                    known.push((name, value));
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.state.borrow_mut().detach(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut state = self.state.borrow_mut();
        let children = state.nodes.get_mut(node.id).map(|node| &mut node.children);
        for child in children.map(std::mem::take).unwrap_or_default() {
            if let Some(node) = state.nodes.get_mut(child) {
                node.parent = None;
            }
            state.place(new_parent.id, child, None);
        }
    }
}
