//! What the HTML parser builds: a tree with the attributes that structured data uses, and limits.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, ExpandedName, QualName, local_name, ns};

use super::dom::{Content, Node};

/// Attributes that are kept; all others are dropped.
const KEPT: [&str; 21] = [
    "about",
    "content",
    "data-src",
    "datetime",
    "href",
    "id",
    "itemid",
    "itemprop",
    "itemref",
    "itemscope",
    "itemtype",
    "name",
    "property",
    "rel",
    "resource",
    "src",
    "type",
    "typeof",
    "value",
    "vocab",
    "title",
];
/// The most nodes that are kept.
const MAX_NODES: usize = 400_000;
/// The deepest nesting: the cost of a tag grows with the elements that are open at it.
const MAX_DEPTH: usize = 512;
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

impl State {
    fn push(&mut self, content: Content) -> usize {
        self.progress.events += 1;
        if self.nodes.len() >= MAX_NODES {
            self.progress.exceeded = Some("more than 400000 elements and texts");
            return LOST;
        }
        self.nodes.push(Node::new(content));
        self.depths.push(0);
        self.nodes.len() - 1
    }

    /// Puts a node under a parent, at a place among its children or at their end.
    fn place(&mut self, parent: usize, child: usize, at: Option<usize>) {
        self.detach(child);
        let depth = self.depths.get(parent).copied().unwrap_or_default() + 1;
        if depth > MAX_DEPTH {
            self.progress.exceeded = Some("elements nested more than 512 deep");
        }
        let (Some(node), Some(known)) = (self.nodes.get_mut(child), self.depths.get_mut(child))
        else {
            return;
        };
        node.parent = Some(parent);
        *known = depth;
        if let Some(node) = self.nodes.get_mut(parent) {
            let end = node.children.len();
            node.children.insert(at.unwrap_or(end).min(end), child);
        }
    }

    fn text(&mut self, parent: usize, text: &str, at: Option<usize>) {
        self.progress.events += 1;
        let before = self.nodes.get(parent).and_then(|node| match at {
            Some(at) => node.children.get(at.checked_sub(1)?).copied(),
            None => node.children.last().copied(),
        });
        if let Some(Content::Text(known)) =
            before.and_then(|at| self.nodes.get_mut(at).map(|node| &mut node.content))
        {
            known.push_str(text);
            return;
        }
        let child = self.push(Content::Text(text.to_owned()));
        self.place(parent, child, at);
    }

    fn insert(&mut self, parent: usize, new: NodeOrText<Handle>, at: Option<usize>) {
        match new {
            NodeOrText::AppendNode(child) => self.place(parent, child.id, at),
            NodeOrText::AppendText(text) => self.text(parent, &text, at),
        }
    }

    fn detach(&mut self, child: usize) {
        let parent = self
            .nodes
            .get_mut(child)
            .and_then(|node| node.parent.take());
        if let Some(parent) = parent.and_then(|parent| self.nodes.get_mut(parent)) {
            // what is detached was mostly appended last
            if let Some(at) = parent.children.iter().rposition(|known| *known == child) {
                parent.children.remove(at);
            }
        }
    }

    /// Parent and place of a node.
    fn place_of(&self, id: usize) -> Option<(usize, usize)> {
        let parent = self.nodes.get(id)?.parent?;
        let siblings = &self.nodes.get(parent)?.children;
        Some((parent, siblings.iter().rposition(|known| *known == id)?))
    }
}

fn kept(attrs: Vec<Attribute>) -> Vec<(&'static str, StrTendril)> {
    let known = |attr: Attribute| {
        let name = KEPT.iter().find(|name| **name == &*attr.name.local)?;
        Some((*name, attr.value))
    };
    attrs.into_iter().filter_map(known).collect()
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
